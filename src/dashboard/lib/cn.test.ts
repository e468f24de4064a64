import { expect, it } from 'vitest'
import { cn } from './cn.ts'

it.each([
  ['h-8 px-3', 'px-0', 'h-8 px-0'],
  ['px-3 py-1', 'p-0', 'p-0'],
  ['text-base text-ink', 'text-sm', 'text-ink text-sm'],
  ['text-sm text-muted', 'text-danger', 'text-sm text-danger'],
  ['border border-line', 'border-danger-line', 'border border-danger-line'],
  ['hover:bg-hover', 'bg-surface', 'hover:bg-hover bg-surface'],
  ['font-mono font-medium', 'font-semibold', 'font-mono font-semibold'],
  ['shadow-float rounded', 'rounded-lg', 'shadow-float rounded-lg'],
  ['size-4', 'w-8', 'size-4 w-8'],
  ['w-8 h-8', 'size-4', 'size-4'],
  ['border-b border-line', 'border-t', 'border-b border-line border-t'],
  ['border-t border-b-2', 'border-0', 'border-0'],
  ['-mt-2', 'mt-0', 'mt-0'],
  ['leading-4', 'text-lg', 'text-lg'],
  ['flex flex-col', 'flex-1 flex-row', 'flex flex-1 flex-row'],
  ['max-sm:h-9 data-[state=open]:bg-hover', 'max-sm:h-10', 'data-[state=open]:bg-hover max-sm:h-10'],
  ['rounded-full border-dashed border-l-transparent', 'border-solid', 'rounded-full border-l-transparent border-solid'],
])('%s with %s is %s', (own, callers, joined) => {
  expect(cn(own, callers)).toBe(joined)
})
