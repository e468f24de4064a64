/** `p` and `p-…` set one property, and so does each of these with what follows it. */
const prefixed =
  /^([pm][xytrbl]?|(?:m(?:in|ax)-)?[wh]|size|(?:gap|overflow)-[xy]|gap|inset(?:-[xy])?|top|right|bottom|left|z|opacity|bg|shadow|cursor|leading|tracking|justify|items|self|grid-cols|col-span|whitespace|animate|rounded|resize|order|basis|outline-offset)(?:-|$)/

/** Classes that begin alike and set several properties, or set one and begin differently; the first that fits counts. */
const listed: readonly [group: string, classes: RegExp][] = [
  ['overflow', /^overflow-/],
  ['display', /^(inline-)?(block|flex|grid)$|^(inline|contents|hidden)$/],
  ['position', /^(static|relative|absolute|fixed|sticky)$/],
  ['direction', /^flex-(row|col)/],
  ['wrap', /^flex-(no)?wrap/],
  ['flex', /^flex-/],
  ['grow', /^grow/],
  ['shrink', /^shrink/],
  ['size of text', /^text-(xs|sm|base|lg|\d?xl)$/],
  ['alignment', /^text-(left|center|right|start|end)$/],
  ['colour of text', /^text-/],
  ['family', /^font-(sans|mono)$/],
  ['weight', /^font-/],
]

const borders = /^border(-[trbl])?(-\d)?$/

/** The property a class sets, as far as this dashboard overrides it; undefined for any other class. */
export function classGroup(name: string): string | undefined {
  const border = borders.exec(name)
  if (border) return `border${border[1] ?? ''}`
  if (/^border-(solid|dashed|dotted|none)$/.test(name)) return 'style of border'
  if (/^border-[trbl]-/.test(name)) return undefined
  if (name.startsWith('border-')) return 'colour of border'
  return prefixed.exec(name)?.[1] ?? listed.find(([, classes]) => classes.test(name))?.[0]
}

/** A class of the first group undoes earlier ones of the others: `p-2` after `px-4`. */
export const undoes: Record<string, string> = {
  p: 'px py pt pr pb pl',
  px: 'pr pl',
  py: 'pt pb',
  m: 'mx my mt mr mb ml',
  mx: 'mr ml',
  my: 'mt mb',
  size: 'w h',
  gap: 'gap-x gap-y',
  inset: 'inset-x inset-y top right bottom left',
  'inset-x': 'right left',
  'inset-y': 'top bottom',
  overflow: 'overflow-x overflow-y',
  border: 'border-t border-r border-b border-l',
  'size of text': 'leading',
}
