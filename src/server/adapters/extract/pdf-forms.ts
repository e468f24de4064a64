import type { PdfLine, Segment } from './pdf-line.ts'
import { oneLine } from './text.ts'

/** A field of a form as pdf.js describes it; those that it doesn't show are none. */
export interface FormField {
  fieldType?: string
  fieldValue?: unknown
  rect?: number[]
  hidden?: boolean
  noView?: boolean
  password?: boolean
  checkBox?: boolean
  radioButton?: boolean
  buttonValue?: string
  exportValue?: string
  options?: { exportValue: string; displayValue: string }[]
  alternativeText?: string
}

/** How far a label may stand above or behind its field, as a multiple of the height of its letters. */
const NEAR_RATIO = 2.5

/** Writes fields' values beside their labels: on the same line, above, or behind the box that is ticked. */
export function fillIn(lines: PdfLine[], fields: FormField[]): PdfLine[] {
  const filled = lines.map((line) => ({ ...line, segments: line.segments.map((segment) => ({ ...segment })) }))
  const segments = filled.flatMap((line) => line.segments)
  const alone: PdfLine[] = []
  for (const field of fields) {
    const value = valueOfField(field)
    const [left = 0, bottom = 0, right = 0, top = 0] = field.rect ?? []
    if (value === '' || field.hidden || field.noView || field.password) continue
    const isBox = field.checkBox || field.radioButton
    const label = (isBox ? behind : labelOf)(segments, { left, bottom, right, top })
    if (label && isBox) label.text = `${value} ${label.text}`
    else if (label) {
      label.text = `${label.text}${/[:：?]$/.test(label.text) ? '' : ':'} ${value}`
      label.right = Math.max(label.right, right)
    } else {
      const name = oneLine(field.alternativeText ?? '')
      const text = name ? `${name}: ${value}` : value
      const segment: Segment = { text, x: left, right, y: bottom, size: 10, font: '' }
      alone.push({ ...segment, segments: [segment] })
    }
  }
  return [...filled.map((line) => ({ ...line, text: line.segments.map(({ text }) => text).join(' ') })), ...alone]
}

function valueOfField({
  fieldType,
  fieldValue,
  options,
  checkBox,
  radioButton,
  buttonValue,
  exportValue,
}: FormField): string {
  if (checkBox) return fieldValue === exportValue && fieldValue !== 'Off' ? '[x]' : '[ ]'
  if (radioButton) return fieldValue === buttonValue && fieldValue !== null ? '[x]' : '[ ]'
  if (fieldType !== 'Tx' && fieldType !== 'Ch') return ''
  const values = (Array.isArray(fieldValue) ? fieldValue : [fieldValue]).filter((value) => typeof value === 'string')
  const shown = values.map((value) => options?.find((option) => option.exportValue === value)?.displayValue ?? value)
  return oneLine(shown.join(', '))
}

type Place = Record<'left' | 'bottom' | 'right' | 'top', number>

const isOnLine = ({ y, size }: Segment, bottom: number, top: number): boolean => y + size / 2 > bottom && y < top

/** The label of a field: what ends last before it on its line, or else begins with it on the line above. */
function labelOf(segments: Segment[], { left, bottom, top }: Place) {
  const before = segments
    .filter((segment) => isOnLine(segment, bottom, top) && segment.right <= left + segment.size)
    .sort((one, other) => other.right - one.right)[0]
  if (before) return before
  return segments
    .filter(
      ({ x, y, size }) => y >= top - size / 2 && y - top < NEAR_RATIO * size && Math.abs(x - left) < NEAR_RATIO * size,
    )
    .sort((one, other) => one.y - other.y)[0]
}

function behind(segments: Segment[], { bottom, right, top }: Place) {
  return segments
    .filter((segment) => isOnLine(segment, bottom, top) && segment.x >= right - segment.size / 2)
    .sort((one, other) => one.x - other.x)
    .find((segment) => segment.x - right < NEAR_RATIO * segment.size)
}
