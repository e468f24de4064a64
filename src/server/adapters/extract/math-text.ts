import { escapeText } from './html-text.ts'
import { scanHtml } from './scan-html.ts'

interface MathNode {
  name: string
  children: (MathNode | string)[]
}

const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹'
const RELATION = /^[=<>≤≥≈≠±+−×÷∈→⇒⋅·-]$/
const LONGEST_FORMULA = 50_000 // characters
const DEEPEST = 100

/** Replaces each formula of a page (MathML) by its text in one line, as "d/12". */
export function withPlainFormulas(html: string): string {
  if (!/<\/math/i.test(html)) return html
  let written = ''
  let at = 0
  for (const { index, 0: opening } of html.matchAll(/<math(?=[\s>])/gi)) {
    if (index < at) continue
    const end = html.slice(index, index + LONGEST_FORMULA).search(/<\/math\s*>/i)
    if (end < 0) continue
    const formula = html.slice(index, index + end)
    written += html.slice(at, index) + escapeText(formulaText(formula, opening))
    at = index + end + html.slice(index + end).indexOf('>') + 1
  }
  return written + html.slice(at)
}

function formulaText(formula: string, opening: string): string {
  const root: MathNode = { name: opening, children: [] }
  const open = [root]
  scanHtml(formula, {
    onOpen(name) {
      const node = { name, children: [] }
      if (open.length < DEEPEST) open.at(-1)?.children.push(node)
      open.push(node)
    },
    onClose() {
      if (open.length > 1) open.pop()
    },
    onText(text) {
      const written = text.replace(/\s+/g, ' ').trim()
      if (written !== '') open.at(-1)?.children.push(written)
    },
  })
  const tex = annotationOf(root)
  // A formula is annotated with its source, which is easier to read as long as it holds no commands.
  return tex && !/[\\{}]/.test(tex) ? tex : textOf(root).replace(/\s+/g, ' ').trim()
}

function annotationOf(node: MathNode): string | undefined {
  for (const child of node.children) {
    if (typeof child === 'string') continue
    const found =
      child.name === 'annotation'
        ? child.children.filter((part) => typeof part === 'string').join(' ')
        : annotationOf(child)
    if (found) return found
  }
  return undefined
}

function textOf(node: MathNode | string): string {
  if (typeof node === 'string') return node
  const all = () => node.children.map(textOf).join('')
  const part = (index: number) => textOf(node.children[index] ?? '')
  const grouped = (index: number) => (/[\s+−-]/.test(part(index).trim()) ? `(${part(index).trim()})` : part(index))
  switch (node.name) {
    case 'annotation':
    case 'annotation-xml':
      return ''
    case 'mo':
      return RELATION.test(all()) ? ` ${all()} ` : all()
    case 'mspace':
      return ' '
    case 'mfrac':
      return `${grouped(0)}/${grouped(1)}`
    case 'msup':
      return grouped(0) + raised(part(1))
    case 'msub':
    case 'munder':
      return `${part(0)}_${grouped(1)}`
    case 'msubsup':
    case 'munderover':
      return `${part(0)}_${grouped(1)}${raised(part(2))}`
    case 'msqrt':
      return `√(${all()})`
    case 'mroot':
      return `${raised(part(1))}√(${part(0)})`
    case 'mfenced':
      return `(${node.children.map(textOf).join(', ')})`
    case 'mtr':
      return `${node.children.map(textOf).join(' ')}; `
    default:
      return all()
  }
}

const raised = (text: string): string =>
  /^\d+$/.test(text)
    ? text.replace(/\d/g, (digit) => SUPERSCRIPTS[Number(digit)]!)
    : `^${/\s/.test(text.trim()) ? `(${text.trim()})` : text}`
