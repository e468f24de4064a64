import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

export interface ObjectStorage {
  /** For STORAGE_URL, with another prefix in the bucket if one is given. */
  url(prefix?: string): string
  /** The variables by which the bucket is reached. */
  env: { AWS_ACCESS_KEY_ID: string; AWS_SECRET_ACCESS_KEY: string }
  /** The names of the objects in the bucket. */
  names(): Promise<string[]>
  /** Ends the server; what it keeps stays. */
  stop(): Promise<void>
  /** Starts it again at the same address. */
  start(): Promise<void>
  close(): Promise<void>
}

const SERVER = resolve(import.meta.dirname, '../../../node_modules/s3rver/bin/s3rver.js')
const BUCKET = 'baton'
const CONTENT = '._S3rver_object'

/** For the cipher of its page tokens, which OpenSSL counts as old. */
const WITH_OLD_CIPHERS = '--openssl-legacy-provider'

/**
 * Starts a server of the S3 protocol with a bucket in a process of its own, on loopback. It knows who asks by the id of
 * their key, and does not compute signatures.
 */
export async function startObjectStorage(): Promise<ObjectStorage> {
  const folder = await mkdtemp(join(tmpdir(), 'object-storage-'))
  let port = 0
  let stop = async () => {}
  const start = async () => {
    const place = ['--directory', folder, '--address', '127.0.0.1', '--port', String(port)]
    const child = spawn(
      process.execPath,
      [WITH_OLD_CIPHERS, SERVER, ...place, '--no-vhost-buckets', '--configure-bucket', BUCKET],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    )
    const exited = once(child, 'exit')
    stop = async () => {
      child.kill('SIGKILL')
      await exited
    }
    let printed = ''
    for await (const part of child.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
      printed += part
      const found = /listening on 127\.0\.0\.1:(\d+)/.exec(printed)
      if (!found) continue
      port = Number(found[1])
      child.stdout.resume()
      return
    }
    throw new Error(`The object storage has not started: ${printed}`)
  }
  await start()
  return {
    url: (prefix = 'files') => `s3://${BUCKET}/${prefix}?endpoint=http://127.0.0.1:${port}&region=eu-central-1`,
    env: { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' },
    async names() {
      const all = await readdir(join(folder, BUCKET), { recursive: true })
      return all.filter((name) => name.endsWith(CONTENT)).map((name) => name.slice(0, -CONTENT.length))
    },
    start,
    stop: () => stop(),
    async close() {
      await stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
