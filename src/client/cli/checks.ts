import { readFileSync } from 'node:fs'
import type { Asked } from '../index.ts'
import type { Command } from './command.ts'
import { UsageError } from './usage-error.ts'

const COLUMNS = ['question', 'expects', 'facts', 'cites', 'muted']
/** What fulfils each expectation: an agent that does not know claims nothing, whether or not it fetches a person. */
const OUTCOMES: Record<string, readonly string[]> = {
  answers: ['answered', 'action_required'],
  refuses: ['unknown', 'handed_over'],
  hands_over: ['handed_over'],
}

type Row = Record<string, string>

export const checks: Command = {
  name: 'checks',
  args: ['FILE.csv', 'AGENT'],
  summary: 'Ask each question of a file in a conversation of its own; fails when a reply is not as expected',
  async run({ baton, output, args: [file, agent] }) {
    const rows = rowsOf(readFileSync(file!, 'utf8'))
    let failed = 0
    for (const row of rows) {
      const asked = await baton.ask(agent!, row.question!)
      await baton.conversations.update(agent!, asked.conversation, { status: 'closed' }).catch(() => undefined)
      const problems = problemsOf(row, asked)
      const isMuted = /^(true|yes|1)$/i.test(row.muted ?? '')
      if (problems.length > 0 && !isMuted) failed += 1
      const word = problems.length === 0 ? 'passed' : isMuted ? 'muted ' : 'failed'
      const style = problems.length === 0 ? 'green' : isMuted ? 'yellow' : 'red'
      const why = problems.map((problem) => `\n        ${problem}`).join('')
      output.show({
        json: { question: row.question, verdict: word.trim(), problems, outcome: asked.outcome, reply: asked.content },
        ids: [asked.conversation],
        text: `${output.style(style, word)}  ${row.question}${why}`,
      })
    }
    output.tell(`${rows.length - failed} of ${rows.length} as expected.`)
    return failed === 0
  },
}

/** What is wrong with a reply; nothing if it is as expected. */
export function problemsOf({ expects = '', facts = '', cites = '' }: Row, asked: Asked): string[] {
  const expected = expects.toLowerCase() || 'answers'
  const said = folded(asked.content)
  const missing = facts
    .split(';')
    .map((fact) => fact.split('|').flatMap((wording) => wording.trim() || []))
    .filter((wordings) => wordings.length > 0 && !wordings.some((wording) => isSaid(said, folded(wording))))
  return [
    ...(OUTCOMES[expected]!.includes(asked.outcome) ? [] : [`${asked.outcome}, where “${expected}” was expected`]),
    ...missing.map((wordings) => `does not say ${wordings.join(' or ')}`),
    ...(cites === '' || asked.citations.some(({ source_id }) => source_id === cites) ? [] : [`does not cite ${cites}`]),
  ]
}

const folded = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]|\*\*|__|`/g, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim()

/** Whether a text has a fact as whole words, and a number with all of its digits. */
function isSaid(text: string, fact: string): boolean {
  for (let at = text.indexOf(fact); at !== -1; at = text.indexOf(fact, at + 1)) {
    const [before, after] = [text.slice(0, at), text.slice(at + fact.length)]
    const begins = !/^[\p{L}\p{N}]/u.test(fact) || !/([\p{L}\p{N}]|\p{N}[.,:])$/u.test(before)
    const ends = !/[\p{L}\p{N}]$/u.test(fact) || !/^([\p{L}\p{N}]|[.,:]\p{N})/u.test(after)
    if (begins && ends) return true
  }
  return false
}

/** The rows of a CSV file with the columns that checks are imported with. @throws UsageError if it is none */
export function rowsOf(text: string): Row[] {
  const [head = [], ...lines] = cellsOf(text.replace(/^\ufeff/, ''))
  const columns = head.map((name) => name.trim().toLowerCase())
  const unknown = columns.find((name) => !COLUMNS.includes(name))
  if (unknown !== undefined || !columns.includes('question'))
    throw new UsageError(`The first line must name the columns: ${COLUMNS.join(', ')}; question is needed.`)
  // An apostrophe that guards a cell from being run as a formula is not a part of its text.
  const clean = (cell = '') => cell.trim().replace(/^'(?=[=+\-@])/, '')
  const rows = lines.flatMap((cells, at) => {
    if (cells.every((cell) => cell.trim() === '')) return []
    if (cells.slice(columns.length).some((cell) => cell.trim() !== ''))
      throw new UsageError(`Row ${at + 2} has more cells than there are columns. Put cells with separators in quotes.`)
    const row: Row = Object.fromEntries(columns.map((name, column) => [name, clean(cells[column])]))
    if (!row.question || !OUTCOMES[row.expects?.toLowerCase() || 'answers'])
      throw new UsageError(`Row ${at + 2} needs a question, and expects ${Object.keys(OUTCOMES).join(', ')}.`)
    return [row]
  })
  if (rows.length === 0) throw new UsageError('The file asks nothing: a row with a question is needed.')
  return rows
}

/** The cells of each row. Spreadsheets of many countries separate them by semicolons; names of columns have neither. */
function cellsOf(text: string): string[][] {
  const separator = /^[^\r\n]*?([,;\t])/.exec(text)?.[1] ?? ','
  const cell = new RegExp(`(?:"((?:[^"]|"")*)"|([^${separator}\\r\\n]*))(${separator}|\\r?\\n|$)`, 'g')
  const rows: string[][] = []
  let row: string[] = []
  for (const [, quoted, plain, end] of text.matchAll(cell)) {
    row.push(quoted?.replaceAll('""', '"') ?? plain ?? '')
    if (end === separator) continue
    rows.push(row)
    row = []
  }
  return rows
}
