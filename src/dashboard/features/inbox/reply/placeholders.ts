/** Values for the placeholders of saved replies, by the placeholder's name; null or undefined if not known. */
export interface Known {
  'visitor.name': string | null | undefined
  'visitor.email': string | null | undefined
  'member.name': string | null | undefined
  'agent.name': string | null | undefined
}

const PLACEHOLDER = /\{\{\s*((?:visitor|member|agent)\.\w+)\s*(?:\|([^{}\n]*))?\}\}/g

const said: Record<string, string> = {
  'visitor.name': 'the visitor’s name',
  'visitor.email': 'the visitor’s email address',
  'member.name': 'your name',
  'agent.name': 'the agent’s name',
}

/** Fills in placeholders such as `{{visitor.name|there}}`. Without a value, `there` is used; without that, it stays. */
export function fillIn(content: string, known: Known): string {
  return content.replace(PLACEHOLDER, (placeholder, name: string, fallback: string | undefined) => {
    const value = Object.hasOwn(known, name) ? known[name as keyof Known]?.replace(/\s+/g, ' ').trim() : undefined
    return value || (fallback?.trim() ?? placeholder)
  })
}

export interface Placeholder {
  start: number
  end: number
  means: string
}

/** The placeholders that somebody has to replace before the text can be sent. */
export function unfilledIn(text: string): Placeholder[] {
  return [...text.matchAll(PLACEHOLDER)].map(({ index, 0: placeholder, 1: name = '' }) => ({
    start: index,
    end: index + placeholder.length,
    means: said[name] ?? placeholder,
  }))
}
