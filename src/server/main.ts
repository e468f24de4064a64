import { errorForLog } from './process/error-for-log.ts'
import { logFormat } from './settings/log-format.ts'

const WARN = 40
const FATAL = 60

/** Prints what is said where there is no logger yet, as a line of the log or as a sentence. */
function say(level: number, message: string, fields: object = {}): void {
  const line = { level, time: Date.now(), ...fields, msg: message }
  console.error(logFormat(process.env) === 'json' ? JSON.stringify(line) : message)
}

process.on('uncaughtException', (error) => {
  if (logFormat(process.env) === 'json')
    say(FATAL, 'An error that nothing handles ends the process', { err: errorForLog(error) })
  else console.error(error)
  process.exit(1)
})

try {
  // The configuration is checked before the rest of the program is loaded, which takes a second or more.
  const { misspeltSettings, readConfig } = await import('./settings/config.ts')
  const config = readConfig(process.env)
  for (const sentence of misspeltSettings()) say(WARN, sentence)
  const { start } = await import('./start.ts')
  await start(config)
} catch (error) {
  say(FATAL, error instanceof Error ? error.message : String(error))
  process.exit(1)
}
