export interface Pair {
  question: string
  answer: string
}

export interface SheetPairs {
  pairs: Pair[]
  /** Rows with some content, but without both a question and an answer. */
  incomplete: string[][]
}

const QUOTE = '"'

/** Whether pasted text is cells of a spreadsheet, which are separated by tabs, rather than prose. */
export function isCells(text: string): boolean {
  return parseCells(text, '\t').some((row) => row.length > 1)
}

/**
 * Reads questions and answers from the first two columns of copied cells (tabs) or of CSV (commas or semicolons). Skips
 * empty rows, and a first row with the column names "question" and "answer", their plurals, or "q" and "a".
 */
export function readPairs(text: string): SheetPairs {
  const rows = parseCells(text, separatorOf(text)).map((row) => row.map((cell) => cell.trim()))
  const filled = rows.filter((row) => row.some(Boolean))
  const content = isHeading(filled[0]) ? filled.slice(1) : filled
  const isComplete = ([question, answer]: string[]) => Boolean(question && answer)
  const pairs = content.filter(isComplete).map(([question = '', answer = '']) => ({ question, answer }))
  return { pairs, incomplete: content.filter((row) => !isComplete(row)) }
}

/** Writes rows as a spreadsheet copies them to the clipboard: tabs between cells. `readPairs` reads them. */
export function writeCells(rows: readonly (readonly string[])[]): string {
  const write = (cell: string) => (/["\t\n]/.test(cell) ? `"${cell.replaceAll(QUOTE, QUOTE + QUOTE)}"` : cell)
  return rows.map((row) => row.map(write).join('\t')).join('\n')
}

/** Splits delimited text into rows of cells; a quoted cell may contain separators, line breaks and doubled quotes. */
export function parseCells(text: string, separator: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let quoted = false
  const endCell = () => {
    row.push(cell)
    cell = ''
  }
  const endRow = () => {
    endCell()
    rows.push(row)
    row = []
  }
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]
    if (quoted) {
      if (character !== QUOTE) cell += character
      else if (text[at + 1] === QUOTE) {
        cell += QUOTE
        at += 1
      } else quoted = false
    } else if (character === QUOTE && cell === '' && closes(text, at, separator)) quoted = true
    else if (character === separator) endCell()
    else if (character === '\n') endRow()
    else if (character !== '\r') cell += character
  }
  if (cell !== '' || row.length > 0) endRow()
  return rows
}

/** Whether a quote opens a quoted cell: a closing one must end the cell. `"Hi" she said` is prose. */
function closes(text: string, open: number, separator: string): boolean {
  for (let at = open + 1; at < text.length; at += 1) {
    if (text[at] !== QUOTE) continue
    if (text[at + 1] === QUOTE) {
      at += 1
      continue
    }
    const next = text[at + 1]
    return next === undefined || next === separator || next === '\n' || next === '\r'
  }
  return false
}

/** Tabs if there are any, as nobody types them; else what gives more rows of exactly two cells, or the comma. */
function separatorOf(text: string): string {
  if (isCells(text)) return '\t'
  const pairsWith = (separator: string) => parseCells(text, separator).filter((row) => row.length === 2).length
  return pairsWith(';') > pairsWith(',') ? ';' : ','
}

function isHeading(row: string[] | undefined): boolean {
  const [first = '', second = ''] = (row ?? []).map((cell) => cell.toLowerCase())
  return /^(q|questions?)$/.test(first) && /^(a|answers?)$/.test(second)
}
