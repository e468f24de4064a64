import { strict as assert } from 'node:assert'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { createTransport } from '#client/transport.ts'
import { must, setUp } from '../tools/client.ts'
import { until } from './ask.ts'

/**
 * Installs a package of Debian on a machine that systemd runs, and a newer one over it while messages are sent, none of
 * which may be lost, stored twice or left without a reply: `service.ts ROOT PACKAGE BROKEN NEWER`, with paths of the packages
 * within the machine's root folder. The machine has this process's network.
 */
const [root = '', first = '', broken = '', newer = ''] = process.argv.slice(2)
const URL = 'http://127.0.0.1:3000'
const SENDERS = 4
const APART_MS = 50
const BEFORE_AND_AFTER = 40 // messages

const options = ['--quiet', '--register=no', '--keep-unit', '--console=pipe', `--directory=${root}`]
const machine = spawn('systemd-nspawn', [...options, '--boot'], { stdio: ['ignore', 'inherit', 'inherit'] })
process.once('exit', () => machine.kill('SIGKILL'))

/** Runs a command on the machine, as its root. @returns what it prints */
async function run(...command: string[]): Promise<string> {
  const [leader] = readFileSync(`/proc/${machine.pid}/task/${machine.pid}/children`, 'utf8').split(' ')
  const within = ['--target', leader!, '--all', '/usr/bin/env', '-i', 'PATH=/usr/sbin:/usr/bin:/sbin:/bin']
  return (await promisify(execFile)('nsenter', [...within, ...command])).stdout
}

const succeeds = (promise: Promise<unknown>) =>
  promise.then(
    () => true,
    () => false,
  )
const versionOf = async () => ((await (await fetch(`${URL}/healthz`)).json()) as { version: string }).version
const unit = async (property: string) =>
  (await run('systemctl', 'show', '--value', '--property', property, 'baton')).trim()

await until('systemd has started', () => succeeds(run('systemctl', 'is-active', 'multi-user.target')))
await run('dpkg', '--install', first)
assert.equal(await unit('ActiveState'), 'active')
assert.equal(await unit('UnitFileState'), 'enabled')
appendFileSync(join(root, 'etc/baton/baton.env'), `RATE_LIMITS='{"read":100000,"write":100000,"polling":100000}'\n`)
await run('systemctl', 'restart', 'baton')
await until('the server is ready', async () => (await fetch(`${URL}/readyz`).catch(() => undefined))?.ok)
const owner = await setUp(URL)
const { organizationId: organization } = owner
const { data: agent } = await must(URL, 'createAgent', { params: { organization }, body: { name: 'Guide' } }, owner)
const before = await versionOf()

// What can't be installed leaves the server alone.
const serving = await unit('MainPID')
assert.equal(await succeeds(run('dpkg', '--install', broken)), false)
assert.equal(await unit('MainPID'), serving)
assert.equal(await versionOf(), before)

/** When requests were refused, in milliseconds. */
const refused: number[] = []
let attempts = 0
const client = createTransport({
  baseUrl: URL,
  apiKey: owner.key,
  async fetch(...request) {
    attempts += 1
    const answer = await fetch(...request).catch((error) => {
      refused.push(performance.now())
      throw error
    })
    if (answer.status >= 500) refused.push(performance.now())
    return answer
  },
})

interface Acknowledged {
  conversation: string
  id: string
  content: string
}
const acknowledged: Acknowledged[] = []
let isOver = false

async function send(sender: number): Promise<void> {
  for (let number = 1; !isOver; number += 1) {
    const content = `Question ${number} of ${sender}?`
    const post = async (path: string, body: object) =>
      ((await client.send({ method: 'POST', path, body }, { retries: 7 })).body as { data: { id: string } }).data.id
    const conversation = await post(`/agents/${agent.id}/conversations`, {})
    const id = await post(`/agents/${agent.id}/conversations/${conversation}/messages`, { content })
    acknowledged.push({ conversation, id, content })
    await delay(APART_MS)
  }
}

const sent = Promise.all(Array.from({ length: SENDERS }, (_, sender) => send(sender)))
const more = (count: number) => {
  const goal = acknowledged.length + count
  return Promise.race([until(`${count} messages are sent`, async () => acknowledged.length >= goal), sent])
}
await more(BEFORE_AND_AFTER)
await run('dpkg', '--install', newer)
await more(BEFORE_AND_AFTER)
isOver = true
await sent
assert.equal(await versionOf(), `${before}-newer`)
assert.ok(refused.length > 0, 'the server was not renewed while messages were sent')
const gap = Math.round(refused.at(-1)! - refused[0]!)
console.log(`${acknowledged.length} messages; requests were refused for ${gap} ms, ${refused.length} of ${attempts}`)

const { data: kept } = await must(URL, 'getAgent', { params: { agent: agent.id } }, owner)
assert.equal(kept.name, 'Guide')
for (const { conversation, id, content } of acknowledged) {
  let messages: { id: string; role: string; content: string }[] = []
  await until(`a reply to ${content}`, async () => {
    // By the client, which waits where more is asked in a minute than a key may.
    const path = `/agents/${agent.id}/conversations/${conversation}/messages`
    messages = ((await client.send({ method: 'GET', path })).body as { data: typeof messages }).data
    return messages.at(-1)!.id !== id
  })
  const asked = messages.findIndex((message) => message.id === id)
  assert.deepEqual(
    messages.slice(asked).map(({ role }) => role),
    ['visitor', 'assistant'],
    content,
  )
  assert.deepEqual(
    messages.filter(({ role }) => role === 'visitor').map((message) => message.content),
    [content],
  )
}
const listed = await must(URL, 'listConversations', { params: { agent: agent.id } }, owner)
assert.equal(listed.body.meta.total, acknowledged.length)

// Stopped before the newer one came, too, it has ended well.
assert.equal(await unit('NRestarts'), '0')
const log = await run('journalctl', '--unit', 'baton', '--output', 'cat', '--no-pager')
const faults = log.split('\n').filter((line) => /"level":(50|60)|Failed with result/.test(line))
assert.deepEqual(faults, [])
await run('systemctl', 'poweroff').catch(() => undefined) // ends the command, too
await once(machine, 'exit')
