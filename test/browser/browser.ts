import { existsSync } from 'node:fs'
import { chromium } from 'playwright-core'

const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium'

/** Whether there is a browser to test with. */
export const hasBrowser = existsSync(executablePath)

export const launch = () =>
  chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--headless', '--disable-gpu', '--disable-background-networking']
  })
