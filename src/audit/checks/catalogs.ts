import { createHash } from 'node:crypto'
import { Type } from '@sinclair/typebox'
import { type Check, unless, verdict } from '../check.ts'
import { parseLinks } from '../links.ts'
import { problemsOf } from '../matches.ts'
import type { Subject } from '../subject.ts'

const Target = Type.Object({ href: Type.String({ format: 'uri' }), type: Type.Optional(Type.String()) })
const Targets = Type.Array(Target, { minItems: 1 })
const Linkset = Type.Object({
  linkset: Type.Array(
    Type.Object({
      anchor: Type.String({ format: 'uri' }),
      item: Type.Optional(Targets),
      'service-desc': Targets,
      'service-doc': Targets,
      status: Type.Optional(Targets),
      license: Type.Optional(Targets)
    }),
    { minItems: 1 }
  )
})

const SkillIndex = Type.Object({
  $schema: Type.Literal('https://schemas.agentskills.io/discovery/0.2.0/schema.json'),
  skills: Type.Array(
    Type.Object({
      name: Type.String({ pattern: '^[a-z0-9](-?[a-z0-9])*$', maxLength: 64 }),
      type: Type.Union([Type.Literal('skill-md'), Type.Literal('archive')]),
      description: Type.String({ minLength: 1, maxLength: 1024 }),
      url: Type.String({ minLength: 1 }),
      digest: Type.String({ pattern: '^sha256:[0-9a-f]{64}$' })
    }),
    { minItems: 1 }
  )
})

const AiCatalog = Type.Object({
  specVersion: Type.Literal('1.0'),
  host: Type.Object({ displayName: Type.String({ minLength: 1 }) }),
  entries: Type.Array(
    Type.Object({
      identifier: Type.String({ pattern: '^urn:air:[a-zA-Z0-9.-]+(:[a-zA-Z0-9._-]+)+$' }),
      displayName: Type.String({ minLength: 1 }),
      type: Type.String({ pattern: '^[a-z]+/.+' }),
      url: Type.String({ format: 'uri' }),
      representativeQueries: Type.Array(Type.String({ minLength: 1 }), { minItems: 2, maxItems: 5 })
    }),
    { minItems: 1 }
  )
})

/** The problems with addresses of this site that a document names. */
async function followed(subject: Subject, addresses: string[]): Promise<string[]> {
  const problems = addresses.map(async (address) => {
    if (!address.startsWith(`${subject.origin}/`)) return [`${address} is not on ${subject.origin}`]
    const { status } = await subject.get(subject.pathOf(address))
    return unless(status === 200, `${address} answers ${status}`)
  })
  return (await Promise.all(problems)).flat()
}

export const catalogs: Check[] = [
  {
    name: 'the API catalog is a linkset with a description and documentation of each API',
    fetches: '/.well-known/api-catalog',
    asks: { isitagentready: ['apiCatalog'], standards: ['RFC 9727', 'RFC 9264'] },
    fix: 'Let /.well-known/ through to the server, with its types.',
    run: async (subject) => {
      const path = '/.well-known/api-catalog'
      const catalog = await subject.json(path)
      const head = await subject.send(path, { method: 'HEAD' })
      const relations = parseLinks(head.headers.get('link') ?? '').flatMap((link) => link.relations)
      return verdict([
        ...problemsOf(Linkset, catalog),
        ...unless(
          /^application\/linkset\+json\b/.test((await subject.get(path)).type),
          'it is no linkset+json'
        ),
        ...unless(head.status === 200 && relations.includes('api-catalog'), 'HEAD has no link to api-catalog')
      ])
    }
  },
  {
    name: 'what the API catalog names is there',
    fetches: '/.well-known/api-catalog and its targets',
    asks: { standards: ['RFC 9727'] },
    fix: 'Let the address through to the server; where it is another site, set BASE_URL.',
    run: async (subject) => {
      const { linkset } = await subject.json('/.well-known/api-catalog')
      const names = ['service-desc', 'service-doc', 'service-meta', 'status']
      const targets = linkset.flatMap((entry: Record<string, { href: string }[]>) =>
        names.flatMap((name) => entry[name]?.map(({ href }) => href) ?? [])
      )
      return verdict(await followed(subject, [...new Set<string>(targets)]))
    }
  },
  {
    name: 'each skill is listed with the digest of its bytes',
    fetches: '/.well-known/agent-skills/index.json and its skills',
    asks: { isitagentready: ['agentSkills'], standards: ['Agent Skills Discovery 0.2.0'] },
    fix: 'A proxy in front changes the skill: let it through as it is.',
    run: async (subject) => {
      const index = await subject.json('/.well-known/agent-skills/index.json')
      const wrong = problemsOf(SkillIndex, index)
      if (wrong.length > 0) return verdict(wrong)
      const problems = index.skills.map(async ({ name, url, digest }: Record<string, string>) => {
        const { status, bytes } = await subject.get(subject.pathOf(`${url}`))
        const actual = `sha256:${createHash('sha256').update(bytes).digest('hex')}`
        return [
          ...unless(status === 200, `${url} answers ${status}`),
          ...unless(actual === digest, `${name} has the digest ${actual}`)
        ]
      })
      return verdict((await Promise.all(problems)).flat())
    }
  },
  {
    name: 'the AI catalog lists what agents can use, each with the questions that it answers',
    fetches: '/.well-known/ai-catalog.json and its entries',
    asks: { isitagentready: ['ard'], standards: ['AI Catalog 1.0'] },
    fix: 'Let /.well-known/ through to the server, with its types; where an entry is another site, set BASE_URL.',
    run: async (subject) => {
      const path = '/.well-known/ai-catalog.json'
      const catalog = await subject.json(path)
      const wrong = problemsOf(AiCatalog, catalog)
      if (wrong.length > 0) return verdict(wrong)
      const { type } = await subject.get(path)
      return verdict([
        ...unless(/^application\/(ai-catalog\+)?json\b/.test(type), `it is ${type}`),
        ...(await followed(
          subject,
          catalog.entries.map(({ url }: { url: string }) => url)
        ))
      ])
    }
  },
  {
    name: 'security.txt says whom to tell, and does so for less than a year',
    fetches: '/.well-known/security.txt',
    asks: { standards: ['RFC 9116'] },
    fix: 'Restart the server at least once a year, or renew your own file.',
    run: async (subject) => {
      const answer = await subject.get('/.well-known/security.txt')
      const expires = Date.parse(answer.text.match(/^Expires: (.*)$/m)?.[1] ?? '')
      const year = 365 * 24 * 60 * 60 * 1000
      return verdict([
        ...unless(answer.status === 200, `it answers ${answer.status}`),
        ...unless(/^text\/plain/.test(answer.type), `it is ${answer.type}`),
        ...unless(
          /^Contact: (mailto:|https:\/\/|http:\/\/|tel:)\S+$/m.test(answer.text),
          'it has no Contact'
        ),
        ...unless(
          expires > Date.now() && expires < Date.now() + year,
          'it does not expire within a year from now'
        )
      ])
    }
  }
]
