import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Verb {
  name: string
  /** Path of its program below the project's folder. */
  program: string
  /** Its arguments as `--help` shows them; empty if it takes none. */
  takes: string
  /** What it does, in a sentence without its full stop. */
  does: string
}

/** The verbs of `./baton`, which reads the same table. */
export function readVerbs(): Verb[] {
  const lines = readFileSync(join(import.meta.dirname, 'verbs.tsv'), 'utf8')
    .trim()
    .split('\n')
  return lines.map((line) => {
    const [name = '', program = '', takes = '', does = ''] = line.split('\t')
    return { name, program, takes, does }
  })
}

/** A page for `man`, in the language of roff. */
export function manPage(verbs: readonly Verb[]): string {
  const text = (words: string) => words.replaceAll('\\', '\\e').replaceAll('-', '\\-')
  const entries = verbs.flatMap(({ name, takes, does }) => [
    '.TP',
    `.B ${text(name)}${takes && ` \\fR${text(takes)}`}`,
    `${text(does)}.`,
  ])
  return [
    '.TH BATON 1',
    '.SH NAME',
    "baton \\- AI agents that answer a company's visitors from its own material",
    '.SH SYNOPSIS',
    '.B baton',
    '.I VERB',
    '[\\fIARGUMENT\\fR ...]',
    '.SH VERBS',
    ...entries,
    '.SH ENVIRONMENT',
    'All settings are environment variables; docs/operating.md lists them.',
    '.SH EXIT STATUS',
    '0 if all is well, 1 if anything is wrong, 64 if there is no such verb.',
    '',
  ].join('\n')
}
