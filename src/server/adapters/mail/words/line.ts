import { isDrawnAttribution } from './marks.ts'

/**
 * A line of a mail, ready to be shown. `divider` draws a line and shows nothing; `attribution` says who wrote what is
 * quoted below it, if anything is.
 */
export interface Line {
  text: string
  part: 'own' | 'quote' | 'signature' | 'attribution' | 'divider'
  /** Whether HTML indents it without saying that it is quoted. */
  isIndented?: boolean
}

/** Most lines of a mail that are looked at; nobody writes so many. */
export const MOST_LINES = 20_000

export const isBlank = ({ text }: Line): boolean => text.trim() === ''

/** The lines of a plain text. */
export const linesOfText = (text: string): Line[] =>
  text.split('\n', MOST_LINES).map((line) => ({
    text: line.replace(/\r$/, ''),
    part: /^ ?>/.test(line) && !isDrawnAttribution(line) ? 'quote' : isRuler(line) ? 'divider' : 'own',
  }))

/** Outlook's line of underscores above what it quotes. */
const isRuler = (line: string) => /^\s*_{20,}\s*$/.test(line)
