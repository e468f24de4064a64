import { type ExecFileException, execFile, execFileSync, spawn } from 'node:child_process'
import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { verifyWebhook } from '#client/verify-webhook.ts'
import { type Account, newAccount } from './support/account.ts'
import { type InstalledClient, installClient } from './support/installed-client.ts'
import { until } from './support/until.ts'
import { article, startWebsite } from './support/website.ts'

let client: InstalledClient
beforeAll(async () => {
  client = await installClient()
})
afterAll(() => client?.remove())

const environment = (more: Record<string, string> = {}) => ({
  PATH: process.env.PATH!,
  XDG_CONFIG_HOME: join(client.folder, 'config'),
  ...more,
})

/** Runs the installed command. */
function baton(args: string[], { env = {}, input = '' }: { env?: Record<string, string>; input?: string } = {}) {
  const command = join(client.folder, 'node_modules/.bin/baton')
  return new Promise<{ code: number; out: string; err: string }>((done) => {
    const child = execFile(command, args, { cwd: client.folder, env: environment(env) }, (error, out, err) =>
      done({ code: Number((error as ExecFileException | null)?.code ?? 0), out, err }),
    )
    child.stdin!.end(input)
  })
}

describe('the command line', () => {
  it('says what there is, and completes it in three shells', async () => {
    const { code, out } = await baton(['--help'])
    expect(code).toBe(0)
    for (const word of ['login URL', 'sources add', 'crawl URL', 'checks FILE.csv AGENT', 'listen', 'Exit codes'])
      expect(out).toContain(word)
    expect((await baton(['crawl', '--help'])).out).toContain('--include GLOB')
    for (const shell of ['bash', 'zsh', 'fish']) expect((await baton(['completions', shell])).out).toContain('retrain')
  })

  it('completes in bash the words and options of each command', async () => {
    const script = join(client.folder, 'completions.bash')
    writeFileSync(script, (await baton(['completions', 'bash'])).out)
    const offered = (...words: string[]) => {
      const line = `COMP_WORDS=(baton ${words.join(' ')} ''); COMP_CWORD=${words.length + 1}; _baton`
      const run = `source ${script}; ${line}; printf '%s\\n' "\${COMPREPLY[@]}"`
      return execFileSync('bash', ['-ec', run], { encoding: 'utf8' }).trim().split('\n')
    }
    expect(offered()).toEqual(expect.arrayContaining(['login', 'agents', 'sources', 'tail', 'listen', 'completions']))
    expect(offered('sources')).toEqual(['add', 'list', 'retrain', 'rm'])
    expect(offered('conversations')).toEqual(['list', 'show', 'reply', 'close'])
    expect(offered('listen', '--agent')).toEqual(expect.arrayContaining(['--forward-to', '--replay', '--json']))
  })

  it('quotes for fish whatever help says', async () => {
    const { out } = await baton(['completions', 'fish'])
    const quoted = String.raw`'(?:[^'\\]|\\.)*'`
    const line = new RegExp(`^complete -c baton(?: -n ${quoted})?(?: -l [\\w-]+| -a ${quoted}) -d ${quoted}$`)
    for (const each of out.trim().split('\n')) expect(each).toMatch(line)
  })

  it('ends with 2 where it is used wrongly', async () => {
    for (const args of [[], ['nonsense'], ['agents', '--nonsense'], ['ask', 'one'], ['agents'], ['completions', 'csh']])
      expect([args, (await baton(args)).code]).toEqual([args, 2])
    for (const url of ['localhost:3000', 'ftp://localhost', 'nonsense']) {
      const ended = await baton(['agents'], { env: { BATON_URL: url, BATON_API_KEY: 'x' } })
      expect([url, ended]).toEqual([
        url,
        expect.objectContaining({ code: 2, err: expect.stringContaining('https://') }),
      ])
      expect((await baton(['login', url], { input: 'x\n' })).code).toBe(2)
    }
    const noKey = await baton(['agents'], { env: { BATON_URL: 'http://127.0.0.1:31999', BATON_API_KEY: 'ключ' } })
    expect(noKey).toMatchObject({ code: 2, err: expect.stringContaining('API key') })
    const file = join(client.folder, 'none.csv')
    writeFileSync(file, 'question,expects\n')
    const env = { BATON_URL: 'http://127.0.0.1:31999', BATON_API_KEY: 'x' }
    expect((await baton(['checks', file, 'agent'], { env })).code).toBe(2)
  })

  it('ends quietly where nobody reads on', async () => {
    const command = join(client.folder, 'node_modules/.bin/baton')
    const child = spawn(command, ['--help'], { env: environment(), stdio: ['ignore', 'pipe', 'pipe'] })
    child.stdout.destroy()
    const err = new Promise((done) => {
      let said = ''
      child.stderr.on('data', (data) => (said += data)).on('close', () => done(said))
    })
    expect([await new Promise((done) => child.on('exit', done)), await err]).toEqual([0, ''])
  })

  it('ends with 5 where nobody answers', async () => {
    const env = { BATON_URL: 'http://127.0.0.1:31999', BATON_API_KEY: 'x' }
    expect((await baton(['agents'], { env })).code).toBe(5)
  })
})

describe.each(inject('products'))('the command line on $database', (product) => {
  let account: Account
  let agent: string
  let env: Record<string, string>
  beforeAll(async () => {
    account = await newAccount(product)
    agent = (await account.newAgent({})).id
    await account.get('updateAgent', { params: { agent }, body: { human_intervention: true } })
    env = { BATON_URL: product.url, BATON_API_KEY: account.key, BATON_AGENT: agent }
  })
  const run = async (...args: string[]) => {
    const ended = await baton(args, { env })
    expect(ended.code, ended.err).toBe(0)
    return ended.out
  }

  it('keeps a key that the server takes, readable by its user alone', async () => {
    expect((await baton(['login', product.url], { input: 'wrong\n' })).code).toBe(3)
    expect((await baton(['login', `${product.url}/v1`], { input: `${account.key}\n` })).code).toBe(0)
    expect(statSync(join(client.folder, 'config/baton/config.json')).mode & 0o777).toBe(0o600)
    const listed = await baton(['agents', '-q'])
    expect(listed.out).toBe(`${agent}\n`)
    expect(JSON.parse((await baton(['agents', '--json'])).out)[0].id).toBe(agent)
    expect((await baton(['agents'], { env: { BATON_API_KEY: 'wrong' } })).code).toBe(3)
    expect((await baton(['agents', '--organization', agent], { env })).code).toBe(4)
  })

  it('takes its options before the command as well as behind it', async () => {
    const { id } = await account.newTextSource(agent)
    expect(await run('--agent', agent, 'sources', 'list', '-q')).toContain(id)
    expect(await run('-q', '--agent', agent, 'sources', 'list')).toContain(id)
  })

  it('lets nothing that a visitor writes move the cursor of a terminal', async () => {
    const { id: conversation } = await account.newConversation(agent)
    const content = '\x1b]0;Mine\x07Hello\x1b[2J\x9b2J\r\nthere'
    await account.get('sendMessage', { params: { agent, conversation }, body: { content } })
    const shown = await run('conversations', 'show', conversation)
    expect(shown).toContain(']0;MineHello[2J2J\nthere')
    const { messages } = JSON.parse(await run('conversations', 'show', conversation, '--json'))
    expect(messages.map((it: { content: string }) => it.content)).toContain(content)
  })

  it('teaches texts, files and pages, and takes them back', async () => {
    const text = await baton(['sources', 'add', '-', '--json', '--title', 'Hours'], {
      env,
      input: 'We open at nine and close at six.',
    })
    expect(JSON.parse(text.out)).toMatchObject([{ type: 'text', title: 'Hours', status: 'completed' }])
    writeFileSync(join(client.folder, 'parking.md'), '# Parking\n\nThe garage is under the market hall.')
    const id = (await run('sources', 'add', 'parking.md', '-q')).trim()
    expect(await run('sources', 'list')).toContain(id)
    expect(await run('sources', 'retrain', id)).toContain('completed')
    expect(await run('sources', 'rm', id)).toContain('Deleted')
    expect((await baton(['sources', 'rm', id], { env })).code).toBe(4)
    const pages: Record<string, string> = {
      '/': article('Lamps', 'We sell lamps of brass and of glass.', '<a href="/docs/care">Care</a>'),
      '/docs/care': article('Care', 'Each shade is sewn by hand in our own workshop.'),
    }
    const site = await startWebsite(({ path }) => (pages[path] ? { body: pages[path] } : undefined))
    try {
      const found = await run('crawl', `${site.url}/`, '--add', '--include', '/docs/*', '--json')
      expect(JSON.parse(found)).toMatchObject([{ type: 'url', status: 'completed' }])
    } finally {
      site.close()
    }
  })

  it('asks, and lets a person answer', async () => {
    const asked = JSON.parse(await run('ask', agent, 'When do you open?', '--json'))
    expect(asked).toMatchObject({ outcome: 'answered', content: expect.stringContaining('nine') })
    expect(await run('ask', agent, 'When do you open?')).toContain('[1] Hours')
    const talk = await baton(['chat', agent, '-q'], { env, input: 'When do you open?\nAnd when do you close?\n' })
    expect(new Set(talk.out.trim().split('\n')).size).toBe(1)
    expect(await run('conversations', 'list', '--status', 'open', '-q')).toContain(asked.conversation)
    await run('conversations', 'reply', asked.conversation, 'I am here.')
    expect(await run('conversations', 'show', asked.conversation)).toMatch(/human[\s\S]*I am here\./)
    expect(await run('conversations', 'close', asked.conversation)).toContain('Closed')
  })

  it('prints lines of JSON, or ids alone, from every command, and colours nowhere but on a terminal', async () => {
    const file = join(client.folder, 'few.csv')
    writeFileSync(file, 'question\nWhen do you open?\n')
    const source = (await account.newTextSource(agent)).id
    const { id: talk } = await account.newConversation(agent)
    const site = await startWebsite(() => ({ body: article('Lamps', 'We sell lamps of brass and of glass.') }))
    try {
      const commands = [
        ['agents'],
        ['sources', 'list'],
        ['sources', 'retrain', source],
        ['ask', agent, 'When do you open?'],
        ['conversations', 'list'],
        ['conversations', 'show', talk],
        ['conversations', 'reply', talk, 'I am here.'],
        ['checks', file, agent],
        ['conversations', 'close', talk],
        ['crawl', `${site.url}/`],
      ]
      for (const command of commands) {
        const [json, ids] = [await run(...command, '--json'), await run(...command, '-q')]
        for (const line of json.trim().split('\n')) expect(() => JSON.parse(line), `${command}\n${json}`).not.toThrow()
        const id = command[0] === 'crawl' ? /^http:\S+$/ : /^[0-9a-f-]{36}$/
        for (const line of ids.trim().split('\n')) expect(line, command.join(' ')).toMatch(id)
      }
      for (const command of commands.slice(0, 8)) expect(await run(...command)).not.toContain('\x1b')
    } finally {
      site.close()
    }
  })

  it('checks replies as a file expects them, and fails where one is not so', async () => {
    const file = join(client.folder, 'checks.csv')
    writeFileSync(
      file,
      'question,expects,facts\n"When do you open?",answers,nine;six|18\nDo you ship to Norway?,refuses,\n',
    )
    expect(await run('checks', file, agent)).toMatch(/passed[\s\S]*passed/)
    writeFileSync(file, 'question,facts,muted\nWhen do you open?,ten,\nWhen do you close?,ten,yes\n')
    const failed = await baton(['checks', file, agent], { env })
    expect([failed.code, failed.out]).toEqual([1, expect.stringMatching(/failed[\s\S]*does not say ten[\s\S]*muted/)])
    writeFileSync(file, 'nonsense\nx\n')
    expect((await baton(['checks', file, agent], { env })).code).toBe(2)
  })

  it('forwards what happens as webhooks that verify, and shows it', async () => {
    const receiver = await startWebsite(() => ({ status: 204 }))
    const started = [
      ['listen', '--agent', agent, '--forward-to', `${receiver.url}/hook?from=baton`, '--json', '--replay', '1'],
      ['tail', agent, '--json'],
    ].map((args) => {
      const child = spawn(join(client.folder, 'node_modules/.bin/baton'), args, { env: environment(env) })
      const it = { child, lines: [] as string[], ended: new Promise((done) => child.on('exit', done)) }
      child.stdout.on('data', (data) => it.lines.push(...String(data).trim().split('\n')))
      return it
    })
    const [listening, tailing] = started as [(typeof started)[0], (typeof started)[0]]
    try {
      await until('it replays', async () => receiver.received.length === 1)
      // Only what is new to it is told: until it has read the lists once, nothing is.
      const conversation = await until('it tells', async () => {
        const { id } = await account.newConversation(agent)
        await account.get('sendMessage', {
          params: { agent, conversation: id },
          body: { content: 'A person, please.' },
        })
        await new Promise((done) => setTimeout(done, 3_000))
        return tailing.lines.length > 0 && receiver.received.length > 1 && id
      })
      const { secret } = JSON.parse(listening.lines[0]!)
      const events = await until('a hand-over is forwarded', async () => {
        const all = await Promise.all(
          receiver.received.map(({ body, headers }) => verifyWebhook(body, headers, secret)),
        )
        const of = all.filter(({ data }) => data.conversation.id === conversation)
        return of.some(({ type }) => type === 'public_api_human_handoff') && of
      })
      expect(receiver.received[0]!.path).toBe('/hook?from=baton')
      expect(events.map(({ data }) => data.sequence)).toEqual(events.map((_event, at) => at + 1))
      expect(events.at(-1)!.data).not.toHaveProperty('reason')
    } finally {
      for (const { child } of started) child.kill('SIGINT')
      expect(await Promise.all(started.map(({ ended }) => ended))).toEqual([0, 0])
      receiver.close()
    }
  })
})
