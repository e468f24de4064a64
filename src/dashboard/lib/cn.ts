import { type ClassValue, clsx } from 'clsx'
import { createTailwindMerge } from 'tailwind-merge'

const any = () => true
/** A class group for tailwind-merge: the class `prefix` itself and all that begin with it and a dash. */
const all = (prefix: string) => [prefix, { [prefix]: [any] }]

/** Two classes of one prefix, such as `px-2` and `px-4`, set the same CSS properties, so the later one wins. */
const single = [
  ...['p', 'px', 'py', 'pt', 'pr', 'pb', 'pl', 'm', 'mx', 'my', 'mt', 'mr', 'mb', 'ml'],
  ...['w', 'h', 'min-w', 'min-h', 'max-w', 'max-h', 'size', 'gap', 'gap-x', 'gap-y', 'inset', 'inset-x', 'inset-y'],
  ...['top', 'right', 'bottom', 'left', 'z', 'opacity', 'bg', 'shadow', 'rounded', 'cursor', 'leading', 'tracking'],
  ...['justify', 'items', 'self', 'grow', 'shrink', 'basis', 'order', 'grid-cols', 'col-span', 'whitespace', 'animate'],
  ...['resize', 'outline-offset', 'overflow', 'overflow-x', 'overflow-y'],
]

const widths = ['', (value: string) => /^\d+$/.test(value)]

/** Only for properties that callers override: tailwind-merge's own table would add 8 kB (gzip) to each first load. */
const merge = createTailwindMerge(() => ({
  cacheSize: 1_000,
  theme: {},
  classGroups: {
    ...Object.fromEntries(single.map((name) => [name, all(name)])),
    display: ['block', 'inline-block', 'inline', 'flex', 'inline-flex', 'grid', 'inline-grid', 'contents', 'hidden'],
    position: ['static', 'relative', 'absolute', 'fixed', 'sticky'],
    'flex-direction': [{ flex: ['row', 'row-reverse', 'col', 'col-reverse'] }],
    'flex-wrap': [{ flex: ['wrap', 'nowrap'] }],
    flex: [{ flex: [any] }],
    'font-family': [{ font: ['sans', 'mono'] }],
    'font-weight': [{ font: [any] }],
    'text-size': [{ text: ['xs', 'sm', 'base', 'lg', 'xl'] }],
    'text-align': [{ text: ['left', 'center', 'right', 'start', 'end'] }],
    'text-color': [{ text: [any] }],
    'border-style': [{ border: ['solid', 'dashed', 'dotted', 'none'] }],
    'border-width': [{ border: widths }],
    ...Object.fromEntries(['t', 'r', 'b', 'l'].map((side) => [`border-${side}`, [{ [`border-${side}`]: widths }]])),
    'border-color': [{ border: [any] }],
  },
  conflictingClassGroups: {
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
    'border-width': ['border-t', 'border-r', 'border-b', 'border-l'],
    'text-size': ['leading'],
  },
  conflictingClassGroupModifiers: {},
  orderSensitiveModifiers: [],
}))

/** Joins class names; of two in one of the groups above, the later replaces the other. */
export const cn = (...classes: ClassValue[]): string => merge(clsx(classes))
