import process from 'node:process'
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { createBaton } from '../index.ts'
import type { Output } from './output.ts'
import { SETTINGS_FILE, storeSettings } from './settings.ts'
import { UsageError } from './usage-error.ts'

/** Keeps the address of a server and a key that it takes, which is read from a prompt or the standard input. */
export async function logIn(url: string, output: Output): Promise<void> {
  if (!/^https?:\/\//.test(url) || !URL.canParse(url)) throw new UsageError('The address must begin with https://.')
  const apiKey = (process.stdin.isTTY ? await askHidden('API key: ') : await text(process.stdin)).trim()
  if (apiKey === '') throw new UsageError('A key is needed.')
  const organization = await createBaton({ baseUrl: url, apiKey }).organization()
  storeSettings({ url, apiKey })
  output.show({ json: { organization }, ids: [organization], text: `Logged in to ${url}; kept in ${SETTINGS_FILE}.` })
}

function askHidden(question: string): Promise<string> {
  process.stderr.write(question)
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: true })
  return new Promise((done) => {
    lines.question('', (answer) => {
      lines.close()
      process.stderr.write('\n')
      done(answer)
    })
  })
}
