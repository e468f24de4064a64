const LINK_TEXTS_THAT_SAY_NOTHING = /^(?:here|this|this page|this link|link|click here|read more|learn more|more)$/i
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/** One line of Markdown as a person would read it aloud: no emphasis, links, images, tags, escapes or entities. */
export function plainText(markdown: string): string {
  if (!/[[\]*_`~<&\\!]/.test(markdown)) return tidy(markdown)
  const codes: string[] = []
  const text = markdown
    .replace(/(`{1,3})([^`\n]{1,1000})\1/g, (_, _ticks, code: string) => `\0${codes.push(code.trim()) - 1}\0`)
    .replace(/!\[([^[\]\n]{0,300})\]\([^()\s]{0,2048}(?: "[^"\n]{0,300}")?\)/g, '$1')
    .replace(/\[([^[\]\n]{0,500})\]\(([^()\s]{0,2048})(?: "[^"\n]{0,300}")?\)/g, (_, label: string, target: string) =>
      LINK_TEXTS_THAT_SAY_NOTHING.test(label.trim()) && /^https?:/.test(target) ? `${label} (${target})` : label,
    )
    .replace(/<(https?:\/\/[^>\s]{1,2048}|[^>\s@]{1,100}@[^>\s]{1,200})>/g, '$1')
    .replace(/<\/?[a-z][^<>]{0,500}>/gi, ' ')
    .replace(/\*{1,3}(?=\S)([^*\n]{1,1000})(?<=\S)\*{1,3}/g, '$1')
    .replace(/(?<![\p{L}\p{N}_])_{1,3}(?=\S)([^\n_]{1,1000})(?<=\S)_{1,3}(?![\p{L}\p{N}_])/gu, '$1')
    .replace(/~~([^~\n]{1,1000})~~/g, '$1')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
    .replace(/&(?:#(\d{1,7})|([a-z]{2,4}));/gi, (whole, code?: string, name?: string) =>
      code ? fromCodePoint(Number(code)) : (ENTITIES[name?.toLowerCase() ?? ''] ?? whole),
    )
    // U+0000 can’t occur in stored text, so it marks where code stood.
    .replace(/\0(\d+)\0/g, (_, index: string) => codes[Number(index)] ?? '')
  return tidy(text)
}

function tidy(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/ ([,.;:!?])(?=\s|$)/g, '$1')
    .trim()
}

function fromCodePoint(code: number): string {
  return code > 31 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : ' '
}
