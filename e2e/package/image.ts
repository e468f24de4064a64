import { strict as assert } from 'node:assert'
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parse } from 'yaml'
import { readConfig } from '#server/settings/config.ts'
import { must, setUp } from '../tools/client.ts'
import { ask, teach } from './ask.ts'

/**
 * Runs what an image holds as its configuration says, without the program that would: `image.ts ROOT IMAGE`, with the folder
 * of the image's files, whose volume can be written to and nothing else, and the file that `buildah inspect` has printed.
 * Then looks through deploy/compose.yaml, which runs the image beside two others.
 */
const [root = '', image = ''] = process.argv.slice(2)
const URL = 'http://127.0.0.1:3000'
const DEADLINE_MS = 180_000
const HOST_NAME = 'help.example.com'

interface Configuration {
  User: string
  Env: string[]
  Entrypoint: string[]
  Cmd: string[]
  Volumes: Record<string, object>
  ExposedPorts: Record<string, object>
  StopSignal: NodeJS.Signals
  Healthcheck: { Test: string[] }
}
const config = JSON.parse(readFileSync(image, 'utf8')).Docker.config as Configuration
assert.deepEqual(Object.keys(config.ExposedPorts), ['3000/tcp'])
assert.deepEqual(Object.keys(config.Volumes), ['/var/lib/baton'])
const [kind, ...healthCheck] = config.Healthcheck.Test
assert.equal(kind, 'CMD')

/** A command for what the image runs: as its user, who gains no rights, in its files and with its variables alone. */
const within = (command: string[]) => {
  const user = [
    '--reuid',
    config.User,
    '--regid',
    config.User,
    '--clear-groups',
    '--no-new-privs',
    '--bounding-set=-all',
  ]
  return ['chroot', root, 'setpriv', ...user, '/usr/bin/env', '-i', ...config.Env, ...command]
}
const run = (command: string[]) => spawnSync('/usr/bin/env', within(command), { encoding: 'utf8' })
const isHealthy = () => run(healthCheck).status === 0

/** Starts the image's command as the first process of a container, and waits until its health check says that it is well. */
async function start() {
  const began = performance.now()
  const command = within([...config.Entrypoint, ...config.Cmd])
  const container = spawn('unshare', ['--pid', '--fork', '--kill-child', ...command], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  process.once('exit', () => container.kill('SIGKILL'))
  let printed = ''
  container.stdout.on('data', (chunk) => (printed += chunk))
  while (!isHealthy()) {
    assert.equal(container.exitCode, null, printed)
    assert.ok(performance.now() - began < DEADLINE_MS, printed)
    await delay(50)
  }
  console.log(`healthy after ${Math.round(performance.now() - began)} ms`)
  const [first] = readFileSync(`/proc/${container.pid}/task/${container.pid}/children`, 'utf8').split(' ')
  const status = readFileSync(`/proc/${first}/status`, 'utf8')
  assert.match(status, /^Uid:\t900\t900\t900\t900$/m)
  assert.match(status, /^NSpid:.*\t1$/m)
  return {
    async stop() {
      const exited = once(container, 'exit')
      process.kill(Number(first), config.StopSignal)
      assert.deepEqual(await exited, [0, null], printed)
      assert.match(printed, /"msg":"stopping"/)
      assert.doesNotMatch(printed, /"level":(50|60)/)
      assert.equal(isHealthy(), false)
    },
  }
}

assert.equal(isHealthy(), false)
const unwell = createServer((_request, response) => response.writeHead(503).end()).listen(3000, '127.0.0.1')
await once(unwell, 'listening')
const check = spawn('/usr/bin/env', within(healthCheck))
assert.deepEqual(await once(check, 'exit'), [1, null])
await new Promise((done) => unwell.close(done))

const own = ['-path', '/var/lib/baton', '-o', '-path', '/proc']
const { stdout: writable } = run([
  'find',
  '/',
  '-xdev',
  '(',
  ...own,
  ')',
  '-prune',
  '-o',
  '-writable',
  '-not',
  '-type',
  'l',
  '-print',
])
assert.equal(writable, '')

let container = await start()
const owner = await setUp(URL)
const { organizationId: organization } = owner
const { data: agent } = await must(URL, 'createAgent', { params: { organization }, body: { name: 'Guide' } }, owner)
await teach(URL, owner, agent.id, { type: 'text', content: 'We open at nine and close at six.' })
assert.match(await ask(URL, owner, agent.id, 'When do you open?'), /nine/)
await container.stop()
// What it has stored lies in the volume, from which another container goes on.
container = await start()
assert.match(await ask(URL, owner, agent.id, 'When do you open?'), /nine/)
await container.stop()

const variables: Record<string, string> = { HOST_NAME, POSTGRES_PASSWORD: 'secret', ARCHIVE: 'baton.tar.gz' }
const folder = resolve(import.meta.dirname, '../../deploy')
const filled = readFileSync(join(folder, 'compose.yaml'), 'utf8').replace(
  /\$(?:\$|\{(\w+)(?::\?[^}]*)?\})/g,
  (_whole, name?: string) => (name ? variables[name]! : '$'),
)
const { services, configs, volumes } = parse(filled)
const { build, environment, read_only } = services.baton
assert.equal(read_only, true) // as it ran above
assert.equal(resolve(folder, build.context, build.dockerfile), join(folder, 'Dockerfile'))
assert.deepEqual(build.args, { ARCHIVE: 'baton.tar.gz' })
const settings = readConfig({
  ...Object.fromEntries(config.Env.map((line) => line.split(/=(.*)/s, 2))),
  ...environment,
})
assert.equal(settings.databaseUrl, 'postgres://baton:secret@postgres/baton')
assert.equal(settings.publicUrl, `https://${HOST_NAME}`)
for (const { volumes: places = [] } of Object.values<{ volumes?: string[] }>(services))
  for (const place of places) assert.ok(place.split(':')[0]! in volumes, place)
if (existsSync('/usr/bin/caddy')) {
  const file = join(dirname(image), 'Caddyfile')
  writeFileSync(file, configs.caddyfile.content)
  const caddy = ['adapt', '--validate', '--adapter', 'caddyfile', '--config', file]
  const adapted = execFileSync('/usr/bin/caddy', caddy, {
    env: { HOST_NAME, HOME: '/tmp' },
    encoding: 'utf8',
    stdio: 'pipe',
  })
  assert.match(adapted, /help\.example\.com.*baton:3000/)
} else console.error('caddy is not installed: ITS CONFIGURATION IN compose.yaml WAS NOT TRIED.')
