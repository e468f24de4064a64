import type { Brief } from './brief.ts'

const NAMED = 3 // sources or forms by name; of more, only their number is told

const list = new Intl.ListFormat('en', { type: 'conjunction' })

/**
 * A brief in one or two sentences for a mail or a notification. It says how much was asked, and names sources and forms,
 * which are the organization's own; nothing in it was written by the visitor.
 */
export function shortBrief({ asked, answered, lacking, forms }: Brief): string {
  const sources = [...new Set(answered.flatMap((answer) => answer.sources))]
  const from = sources.length === 0 ? '' : ` from ${named(sources, 'sources')}`
  const parts = [
    asked.length > 0 && `The visitor asked ${counted(asked.length, 'question')}`,
    answered.length > 0 && `the AI gave ${counted(answered.length, 'answer')}${from}`,
    lacking.length > 0 && `the sources lack ${counted(lacking.length, 'answer')}`,
  ].filter((part) => part !== false)
  const told = parts.length === 0 ? '' : `${capitalized(list.format(parts))}.`
  const filledIn = [...new Set(forms.map(({ name }) => name))]
  const filled = filledIn.length === 0 ? '' : `Filled in: ${named(filledIn, 'forms')}.`
  return [told, filled].filter((sentence) => sentence !== '').join(' ')
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`

const named = (names: readonly string[], what: string): string =>
  names.length > NAMED ? `${names.length} ${what}` : list.format(names.map((name) => `“${name}”`))

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
