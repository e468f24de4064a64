import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { type Account, newAccount } from './support/account.ts'
import { PATH } from './support/commands-path.ts'
import { installClient } from './support/installed-client.ts'
import { until } from './support/until.ts'

const run = promisify(execFile)
const readme = readFileSync(join(resolve(import.meta.dirname, '../..'), 'README.md'), 'utf8')
const session = /## The API in brief[\s\S]*?```sh\n([\s\S]*?)```/.exec(readme)![1]!
const [address, ...commands] = session
  .trim()
  .replace(/\\\n\s*/g, '')
  .split('\n')

const program = /## The API in brief[\s\S]*?```js\n([\s\S]*?)```/.exec(readme)![1]!

describe.each(inject('products'))('the session in the README on $database', (product) => {
  let account: Account
  beforeAll(async () => {
    account = await newAccount(product)
  })

  it('runs as it is written with the client', async () => {
    const client = await installClient()
    try {
      const text = program.replace('http://localhost:3000', product.url)
      expect(text).not.toBe(program)
      writeFileSync(join(client.folder, 'readme.js'), text)
      const env = { ...process.env, KEY: account.key }
      const { stdout } = await run(process.execPath, ['readme.js'], { cwd: client.folder, env })
      expect(stdout).toContain('open at nine')
    } finally {
      client.remove()
    }
  })

  it('runs as it is written, each answer giving the next its id', async () => {
    expect(address).toBe('BATON=http://localhost:3000/v1')
    const variables: Record<string, string> = {
      BATON: `${product.url}/v1`,
      ORGANIZATION: account.organization,
      KEY: account.key,
    }
    const bash = async (command: string) => {
      const env = { PATH, ...variables }
      const { stdout } = await run('bash', ['-euc', command], { env })
      const answer = JSON.parse(stdout)
      expect(answer.error, `${command}\n${stdout}`).toBeUndefined()
      return answer
    }
    const [createAgent, createSource, createConversation, send, list, ...others] = commands
    expect(others).toEqual([])
    variables.AGENT = (await bash(createAgent!)).data.id
    const source = (await bash(createSource!)).data
    expect(source).toMatchObject({ type: 'text', title: 'We open at nine and close at six.' })
    await until('the source is trained', async () => {
      const { status } = await account.get('getSource', { params: { agent: variables.AGENT!, source: source.id } })
      return status === 'completed'
    })
    variables.CONVERSATION = (await bash(createConversation!)).data.id
    expect((await bash(send!)).data).toMatchObject({ role: 'visitor', content: 'When do you open?' })
    const messages = await until('the reply is there', async () => {
      const { data } = await bash(list!)
      return data.length === 3 && data
    })
    expect(messages[2]).toMatchObject({ role: 'assistant', content: expect.stringContaining('open at nine') })
  })
})
