import { DomUtils } from 'htmlparser2'
import { child, childrenOf, type XmlElement } from './word-xml.ts'

const RAISED: Record<string, string> = Object.fromEntries(
  Array.from('0123456789+-n', (c, at) => [c, '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ⁿ'[at]!]),
)
const LOWERED: Record<string, string> = Object.fromEntries(
  Array.from('0123456789+-', (c, at) => [c, '₀₁₂₃₄₅₆₇₈₉₊₋'[at]!]),
)

/** Writes an equation of a Word document on one line, as one would type it: (d + 1)/12, x², √(2a). */
export function equationText(element: XmlElement): string {
  const at = (name: string) => {
    const part = child(element, name)
    return part ? equationText(part) : ''
  }
  const sign = (properties: string, name: string, usual: string) =>
    child(element, properties, name)?.attribs['m:val'] ?? usual
  switch (element.name) {
    case 'm:t':
      return DomUtils.textContent(element)
    case 'm:f':
      return `${grouped(at('m:num'))}/${grouped(at('m:den'))}`
    case 'm:sSup':
      return at('m:e') + raised(at('m:sup'))
    case 'm:sSub':
      return at('m:e') + lowered(at('m:sub'))
    case 'm:sSubSup':
      return at('m:e') + lowered(at('m:sub')) + raised(at('m:sup'))
    case 'm:rad':
      return `${raised(at('m:deg'), '')}√${grouped(at('m:e'))}`
    case 'm:nary':
      return `${sign('m:naryPr', 'm:chr', '∫')}${lowered(at('m:sub'))}${raised(at('m:sup'))} ${at('m:e')}`
    case 'm:func':
      return `${at('m:fName')} ${at('m:e')}`
    case 'm:d': {
      const parts = childrenOf(element, 'm:e').map(equationText)
      const between = sign('m:dPr', 'm:sepChr', '|')
      return sign('m:dPr', 'm:begChr', '(') + parts.join(between) + sign('m:dPr', 'm:endChr', ')')
    }
    case 'm:mr':
      return childrenOf(element, 'm:e').map(equationText).join(', ')
    case 'm:m':
      return childrenOf(element, 'm:mr').map(equationText).join('; ')
    case 'm:eqArr':
      return childrenOf(element, 'm:e').map(equationText).join('; ')
    default:
      return childrenOf(element).map(equationText).join('')
  }
}

const grouped = (text: string): string => (/^[\p{L}\p{N}.,]*$/u.test(text) ? text : `(${text})`)

const raised = (text: string, mark = '^'): string => moved(text, RAISED, mark)
const lowered = (text: string): string => moved(text, LOWERED, '_')

/** Writes raised or lowered text in characters that stand so by themselves, or after a mark where there are none. */
function moved(text: string, characters: Record<string, string>, mark: string): string {
  const signs = Array.from(text.trim(), (character) => characters[character])
  if (text.trim() === '') return ''
  return signs.includes(undefined) ? mark + grouped(text.trim()) : signs.join('')
}
