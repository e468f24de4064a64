import { strict as assert } from 'node:assert'
import { execFileSync } from 'node:child_process'
import { appendFileSync, existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { must, setUp } from '../tools/client.ts'
import { freePort } from '../tools/free-port.ts'
import { type Product, startProduct } from '../tools/product.ts'

/**
 * Installs a package of Debian on a machine, starts and stops what it brings, installs a newer one over it, and removes it:
 * `debian.ts ROOT PACKAGE NEWER`, with paths of the packages within the machine's root folder.
 */
const [root = '', first = '', newer = ''] = process.argv.slice(2)
const PATH = '/usr/sbin:/usr/bin:/sbin:/bin'
const at = (path: string) => join(root, path)
const run = (command: string, ...parameters: string[]) =>
  execFileSync('chroot', [root, '/usr/bin/env', '-i', `PATH=${PATH}`, command, ...parameters], { encoding: 'utf8' })

async function start(): Promise<Product> {
  const port = await freePort()
  const environment = ['/usr/bin/env', '-i', `PATH=${PATH}`, `PORT=${port}`, 'LOG_LEVEL=info']
  const product = await startProduct({ port, command: ['chroot', root, ...environment, 'baton', 'start'] })
  process.once('exit', () => product.process.kill('SIGKILL'))
  // Whoever starts it, it runs as the user that owns what it stores.
  const [, user] = /^Uid:\s+(\d+)/m.exec(readFileSync(`/proc/${product.process.pid}/status`, 'utf8')) ?? []
  assert.notEqual(Number(user), 0)
  assert.equal(statSync(at('/var/lib/baton')).uid, Number(user))
  return product
}

async function stop(product: Product): Promise<void> {
  assert.equal(await product.stop(), 0, product.output())
  assert.doesNotMatch(product.output(), /"level":(50|60)/)
}

run('dpkg', '--install', first)
assert.match(run('baton', 'version'), /^\d+\.\d+\.\d+\n$/)
assert.match(
  readFileSync(at('/usr/lib/systemd/system/baton.service'), 'utf8'),
  /^ExecStart=\/usr\/lib\/baton\/baton start$/m,
)
assert.equal(statSync(at('/etc/baton/baton.env')).mode & 0o777, 0o640)
// What the package depends on is what its machine code loads.
const binaries = globSync('usr/lib/baton/node_modules/**/{*.node,*.so.*,bin/node}', { cwd: root })
assert.ok(binaries.length > 4, binaries.join())
for (const file of binaries) assert.doesNotMatch(run('ldd', `/${file}`), /not found/, file)

let product = await start()
const owner = await setUp(product.url)
const { organizationId: organization } = owner
const made = await must(product.url, 'createAgent', { params: { organization }, body: { name: 'Guide' } }, owner)
run('baton', 'backup', '/var/lib/baton/backup')
await stop(product)

appendFileSync(at('/etc/baton/baton.env'), "PUBLIC_URL='https://help.example.com'\n")
run('dpkg', '--install', newer)
assert.match(run('dpkg-query', '--show', 'baton'), /\+newer$/m)
assert.match(run('baton', 'reset-password', 'owner@example.com'), /^https:\/\/help\.example\.com\//)
product = await start()
const kept = await must(product.url, 'getAgent', { params: { agent: made.data.id } }, owner)
assert.equal(kept.data.name, 'Guide')
await stop(product)

run('dpkg', '--remove', 'baton')
for (const path of ['/usr/lib/baton', '/usr/bin/baton']) assert.equal(existsSync(at(path)), false, path)
run('dpkg', '--purge', 'baton')
assert.equal(existsSync(at('/etc/baton/baton.env')), false)
assert.ok(existsSync(at('/var/lib/baton/baton.db')))
