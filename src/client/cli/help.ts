import { type Command, globalOptions, type OptionSpec } from './command.ts'

const EXIT_CODES = `Exit codes: 0 done, 1 failed, 2 wrong usage, 3 the key is refused, 4 not found, 5 the server fails.`

const optionName = (name: string, { short, value }: OptionSpec) =>
  `${short ? `-${short}, ` : ''}--${name}${value ? ` ${value}` : ''}`

const optionLines = (options: Record<string, OptionSpec>) =>
  Object.entries(options)
    .map(([name, spec]) => `  ${optionName(name, spec).padEnd(26)} ${spec.summary}`)
    .join('\n')

export const usageOf = ({ name, args }: Command) => ['baton', name, ...args].join(' ')

/** What `baton --help` shows, or what it shows of one command. */
export function helpOf(commands: readonly Command[], command?: Command): string {
  if (command)
    return [
      `Usage: ${usageOf(command)}\n\n${command.summary}.`,
      ...(command.options ? [`Options:\n${optionLines(command.options)}`] : []),
      `For every command:\n${optionLines(globalOptions)}`,
    ].join('\n\n')
  const lines = commands.map((each) => `  ${usageOf(each).padEnd(52)} ${each.summary}`)
  return `Usage: baton COMMAND\n\n${lines.join('\n')}\n\nFor every command:\n${optionLines(globalOptions)}\n\n${EXIT_CODES}`
}

/** A script that completes commands and options in a shell: `bash`, `zsh` or `fish`. */
export function completionsFor(shell: string, commands: readonly Command[]): string | undefined {
  const firsts = [...new Set(commands.map(({ name }) => name.split(' ')[0]!))]
  const groups = new Map(firsts.map((first) => [first, commands.filter(({ name }) => name.split(' ')[0] === first)]))
  const optionsOf = (of: readonly Command[]) =>
    [...new Set([globalOptions, ...of.map(({ options = {} }) => options)].flatMap(Object.keys))].map(
      (name) => `--${name}`,
    )
  const seconds = [...groups].flatMap(([first, of]) =>
    of.some(({ name }) => name.includes(' ')) ? [{ first, words: of.map(({ name }) => name.split(' ')[1]!) }] : [],
  )
  const bash = `_baton() {
  local word="\${COMP_WORDS[COMP_CWORD]}" words
  case "$COMP_CWORD:\${COMP_WORDS[1]}" in
    1:*) words="${firsts.join(' ')}" ;;
${seconds.map(({ first, words }) => `    2:${first}) words="${words.join(' ')}" ;;\n`).join('')}${[...groups].map(([first, of]) => `    *:${first}) words="${optionsOf(of).join(' ')}" ;;\n`).join('')}  esac
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o default -F _baton baton
`
  if (shell === 'bash') return bash
  if (shell === 'zsh') return `autoload -U +X bashcompinit && bashcompinit\n${bash}`
  if (shell !== 'fish') return undefined
  const quoted = (text: string) => `'${text.replaceAll("'", "\\'")}'`
  const line = (condition: string, word: string, summary: string) =>
    `complete -c baton -n ${quoted(condition)} -a ${quoted(word)} -d ${quoted(summary)}\n`
  const begun = [...groups].map(([first, of]) =>
    line(
      '__fish_use_subcommand',
      first,
      of.length === 1 ? of[0]!.summary : of.map(({ name }) => name.split(' ')[1]).join(', '),
    ),
  )
  const others = commands.flatMap(({ name, summary, options = {} }) => {
    const [first, second] = name.split(' ')
    const seen = `__fish_seen_subcommand_from ${first}`
    const flags = Object.entries(options).map(
      ([flag, spec]) => `complete -c baton -n ${quoted(seen)} -l ${flag} -d ${quoted(spec.summary)}\n`,
    )
    return [...(second ? [line(seen, second, summary)] : []), ...flags]
  })
  const everywhere = Object.entries(globalOptions).map(
    ([flag, { summary }]) => `complete -c baton -l ${flag} -d ${quoted(summary)}\n`,
  )
  return [...begun, ...others, ...everywhere].join('')
}
