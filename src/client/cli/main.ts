#!/usr/bin/env node
import process from 'node:process'
import { parseArgs } from 'node:util'
import { BatonError } from '../index.ts'
import { type Command, globalOptions, type OptionSpec, type Values } from './command.ts'
import { serverCommands } from './commands.ts'
import { completionsFor, helpOf, usageOf } from './help.ts'
import { connectTo, logIn } from './login.ts'
import { outputOf } from './output.ts'
import { environment, readSettings } from './settings.ts'
import { UsageError } from './usage-error.ts'

declare const BATON_VERSION: string

const EXIT = { failed: 1, usage: 2, key: 3, missing: 4, server: 5 }

const commands: readonly Command[] = [
  {
    name: 'login',
    args: ['URL'],
    summary: 'Keep the address of a server, and a key that is read from a prompt or the standard input',
    run: ({ args, output }) => logIn(args[0]!, output),
  },
  ...serverCommands,
  {
    name: 'completions',
    args: ['bash|zsh|fish'],
    summary: 'Print a script that completes commands in a shell',
    async run({ args, output }) {
      const script = completionsFor(args[0]!, commands)
      if (script === undefined) throw new UsageError('There are completions for bash, zsh and fish.')
      output.write(script)
    },
  },
]

async function run(argv: string[]): Promise<boolean> {
  const words = wordsOf(argv)
  const command = commands.find(({ name }) => name === words.slice(0, name.split(' ').length).join(' '))
  const { values, positionals } = parse(argv, { ...globalOptions, ...command?.options })
  const print = (text: string) => void process.stdout.write(`${text}\n`)
  if (values.version) print(BATON_VERSION)
  else if (values.help) print(helpOf(commands, command))
  if (values.version || values.help) return true
  if (!command) throw new UsageError(words.length > 0 ? `There is no command ${words[0]}.` : 'A command is needed.')

  const args = positionals.slice(command.name.split(' ').length)
  const wanted = command.args
  const isOpen = wanted.at(-1)?.endsWith('…')
  if (args.length < wanted.length || (!isOpen && args.length > wanted.length))
    throw new UsageError(`Usage: ${usageOf(command)}`)

  const output = outputOf({ json: values.json === true, quiet: values.quiet === true })
  const connect = () => {
    const { url, apiKey } = readSettings()
    return connectTo(url, apiKey)
  }
  if (command.isEndless) for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(0))
  const ended = await command.run({
    get baton() {
      return connect()
    },
    output,
    args,
    values,
    agent: () => {
      const agent = values.agent ?? environment.agent
      if (!agent) throw new UsageError('--agent or BATON_AGENT must name the agent.')
      return String(agent)
    },
    organization: async () => (values.organization ? String(values.organization) : connect().organization()),
  })
  return ended !== false
}

const optionsOf = (specs: Record<string, OptionSpec>) =>
  Object.fromEntries(Object.entries(specs).map(([name, { type, short }]) => [name, { type, ...(short && { short }) }]))

/** The words of a command line without its options, which may stand before the command too. */
function wordsOf(args: string[]): string[] {
  const options = optionsOf(Object.assign({}, globalOptions, ...commands.map((command) => command.options)))
  return parseArgs({ args, options, allowPositionals: true, strict: false }).positionals
}

function parse(args: string[], specs: Record<string, OptionSpec>): { values: Values; positionals: string[] } {
  try {
    const parsed = parseArgs({ args, options: optionsOf(specs), allowPositionals: true })
    return { values: parsed.values as Values, positionals: parsed.positionals }
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}

function exitCodeOf(error: unknown): number {
  if (error instanceof UsageError) return EXIT.usage
  if (!(error instanceof BatonError)) return EXIT.failed
  const { status, code } = error
  if (status === 401 || status === 403) return EXIT.key
  if (status === 404) return EXIT.missing
  return status >= 500 || code === 'connection_failed' || code === 'timeout' || code === 'unexpected_answer'
    ? EXIT.server
    : EXIT.failed
}

// Whoever reads what is printed may stop early, as `head` does. Then nothing more is needed.
process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => process.exit(code === 'EPIPE' ? 0 : EXIT.failed))

try {
  process.exitCode = (await run(process.argv.slice(2))) ? 0 : EXIT.failed
} catch (error) {
  const details =
    error instanceof BatonError
      ? error.details.map((it) => ('message' in it ? `\n  ${it.field}: ${it.message}` : ''))
      : []
  process.stderr.write(`${(error as Error).message}${details.join('')}\n`)
  process.exitCode = exitCodeOf(error)
}
