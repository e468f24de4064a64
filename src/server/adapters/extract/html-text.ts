import type { Attributes } from './scan-html.ts'

const KEPT_ATTRIBUTES = 'class id role href alt colspan rowspan start value type reversed'.split(' ')

export const writeAttributes = (attributes: Attributes): string =>
  KEPT_ATTRIBUTES.map((name) => {
    const value = attributes[name]
    return value === undefined ? '' : ` ${name}="${escapeAttribute(value)}"`
  }).join('')

export const escapeText = (text: string): string =>
  text.replace(/[&<]/g, (character) => (character === '&' ? '&amp;' : '&lt;'))

export const escapeAttribute = (value: string): string =>
  value.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;')
