// @vitest-environment node
import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { endpoints } from '#contract/index.ts'
import { publicRoutes } from '#contract/public-routes.ts'
import type { PublicRouteName } from '#contract/routes.ts'
import { curlExamples, queryParameters } from './curl.ts'

const names = Object.keys(publicRoutes) as PublicRouteName[]
const ID = '018f0000-0000-7000-8000-000000000001'

/** Lets a shell parse a command, and returns the arguments that curl would receive. */
function argumentsOf(command: string): string[] {
  const script = command.replace(/^curl/, 'printf "%s\\0"')
  const env = { ...process.env, BATON_API_KEY: 'key', ID, AGENT: ID, IDENTITY_TOKEN: 'token' }
  return execFileSync('sh', ['-c', script], { env, encoding: 'utf8' }).split('\0').slice(0, -1)
}

describe('curlExamples', () => {
  it.each(names)('sends what the contract accepts: %s', (name) => {
    const { body } = endpoints[name] as { body?: { safeParse: (value: unknown) => { success: boolean } } }
    for (const command of curlExamples(name, 'https://baton.example/v1')) {
      const parts = argumentsOf(command)
      expect(parts).toContain('Authorization: Bearer key')
      const sent = parts[parts.indexOf('-d') + 1]
      if (parts.includes('-d')) expect(body?.safeParse(JSON.parse(sent ?? '')).success, sent).toBe(true)
    }
  })

  it('fills in what is known and leaves the rest to the shell', () => {
    expect(curlExamples('listAgents', 'https://baton.example/v1', { organization: ID })).toEqual([
      `curl "https://baton.example/v1/organizations/${ID}/agents" \\\n  -H "Authorization: Bearer $BATON_API_KEY"`,
    ])
    expect(curlExamples('getTrainingJob', 'https://baton.example/v1')[0]).toContain(
      '/agents/$AGENT/training-jobs/$TASK_ID',
    )
  })

  it('shows each kind of source, the file as a form', () => {
    const commands = curlExamples('createSource', 'https://baton.example/v1')
    expect(commands).toHaveLength(4)
    expect(commands.at(-1)).toContain('-F type=file \\\n  -F file=@handbook.pdf')
  })
})

it('names the query parameters with the words they allow', () => {
  expect(queryParameters('listAgents')[0]).toEqual({ name: 'status', values: ['active', 'disabled'] })
})
