type ClassDefinition = string | Record<string, (string | (() => boolean))[]>
type Groups = Record<string, ClassDefinition[]>

const any = () => true

/** `{p: [{p: ['', any]}], …}`: `p` and `p-…` set one property. */
function prefixed(...names: string[]): Groups {
  return Object.fromEntries(names.map((name) => [name, [{ [name]: ['', any] }]]))
}

const sides = ['t', 'r', 'b', 'l']

/** Which classes set the same property, for `cn`: a component's own class yields to the caller's. */
export const classGroups: Groups = {
  ...prefixed('p', 'px', 'py', 'pt', 'pr', 'pb', 'pl', 'm', 'mx', 'my', 'mt', 'mr', 'mb', 'ml'),
  ...prefixed('w', 'h', 'size', 'min-w', 'max-w', 'min-h', 'max-h', 'gap', 'gap-x', 'gap-y'),
  ...prefixed(
    'inset',
    'inset-x',
    'inset-y',
    'top',
    'right',
    'bottom',
    'left',
    'z',
    'opacity',
    'bg',
    'shadow',
    'cursor',
  ),
  ...prefixed('leading', 'tracking', 'justify', 'items', 'self', 'grid-cols', 'col-span', 'overflow-x', 'overflow-y'),
  ...prefixed('whitespace', 'animate', 'rounded', 'resize', 'order', 'basis', 'outline-offset'),
  overflow: [{ overflow: ['auto', 'hidden', 'visible', 'scroll', 'clip'] }],
  display: ['block', 'inline', 'inline-block', 'flex', 'inline-flex', 'grid', 'inline-grid', 'contents', 'hidden'],
  position: ['static', 'relative', 'absolute', 'fixed', 'sticky'],
  direction: [{ flex: ['row', 'col', 'row-reverse', 'col-reverse'] }],
  wrap: [{ flex: ['wrap', 'nowrap'] }],
  flex: [{ flex: [any] }],
  grow: ['grow', 'grow-0'],
  shrink: ['shrink', 'shrink-0'],
  size_of_text: [{ text: ['xs', 'sm', 'base', 'lg', 'xl', '2xl', '3xl'] }],
  align: [{ text: ['left', 'center', 'right', 'start', 'end'] }],
  colour: [{ text: [any] }],
  family: [{ font: ['sans', 'mono'] }],
  weight: [{ font: [any] }],
  border_width: [{ border: ['', '0', '2', '4'] }],
  ...Object.fromEntries(sides.map((side) => [`border_${side}`, [{ [`border-${side}`]: ['', '0', '2', '4'] }]])),
  border_style: [{ border: ['solid', 'dashed', 'dotted', 'none'] }],
  border_colour: [{ border: [any] }],
}

/** A class of the first group undoes earlier ones of the others: `p-2` after `px-4`. */
export const conflictingClassGroups: Record<string, string[]> = {
  p: ['px', 'py', 'pt', 'pr', 'pb', 'pl'],
  px: ['pr', 'pl'],
  py: ['pt', 'pb'],
  m: ['mx', 'my', 'mt', 'mr', 'mb', 'ml'],
  mx: ['mr', 'ml'],
  my: ['mt', 'mb'],
  size: ['w', 'h'],
  gap: ['gap-x', 'gap-y'],
  inset: ['inset-x', 'inset-y', 'top', 'right', 'bottom', 'left'],
  'inset-x': ['right', 'left'],
  'inset-y': ['top', 'bottom'],
  overflow: ['overflow-x', 'overflow-y'],
  border_width: sides.map((side) => `border_${side}`),
  size_of_text: ['leading'],
}
