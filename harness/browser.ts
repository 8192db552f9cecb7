import { existsSync } from 'node:fs'
import { chromium } from 'playwright-core'

const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium'

/** Whether Chromium is installed. */
export const hasBrowser = existsSync(executablePath)

/** Starts headless Chromium, with further flags. */
export const launch = (...flags: string[]) =>
  chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--headless', '--disable-gpu', '--disable-background-networking', ...flags]
  })
