import process from 'node:process'
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { type Baton, createBaton } from '../index.ts'
import type { Output } from './output.ts'
import { SETTINGS_FILE, storeSettings } from './settings.ts'
import { UsageError } from './usage-error.ts'

/** Keeps the address of a server and a key that it takes, which is read from a prompt or the standard input. */
export async function logIn(url: string, output: Output): Promise<void> {
  const baton = (apiKey: string) => connectTo(url, apiKey)
  baton('any') // so that an address that is none is said before a key is asked for
  const apiKey = (process.stdin.isTTY ? await askHidden('API key: ') : await text(process.stdin)).trim()
  if (apiKey === '') throw new UsageError('A key is needed.')
  const organization = await baton(apiKey).organization()
  storeSettings({ url, apiKey })
  output.show({ json: { organization }, ids: [organization], text: `Logged in to ${url}; kept in ${SETTINGS_FILE}.` })
}

/** A client of a server. @throws UsageError where the address or the key can't be one */
export function connectTo(url: string, apiKey: string): Baton {
  try {
    return createBaton({ baseUrl: url, apiKey })
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}

function askHidden(question: string): Promise<string> {
  process.stderr.write(question)
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: true })
  return new Promise((done, fail) => {
    // Ctrl-C and Ctrl-D close it; then there is no answer, and to fail once there was one changes nothing.
    lines.on('close', () => {
      process.stderr.write('\n')
      fail(new UsageError('A key is needed.'))
    })
    lines.question('', (answer) => {
      done(answer)
      lines.close()
    })
  })
}
