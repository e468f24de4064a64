import { limits } from '#contract/limits.ts'
import { FormField } from '#dashboard/components/form-field.tsx'
import { counted } from '#dashboard/lib/sizes.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { Textarea } from '#dashboard/ui/textarea.tsx'
import { readPairs, type SheetPairs } from './spreadsheet.ts'

interface SheetPasteProps {
  text: string
  onChange: (text: string) => void
  onAdd: () => void
  /** Whether the text holds the rows of an earlier paste that could not be added. */
  isLeft: boolean
}

/** A field for copied cells or CSV. It shows how many questions were recognized before they are added. */
export function SheetPaste({ text, onChange, onAdd, isLeft }: SheetPasteProps) {
  const sheet = readPairs(text)
  const count = sheet.pairs.length
  return (
    <div className="flex flex-col gap-2 rounded border border-line bg-canvas p-3">
      <FormField
        label="Cells"
        hint={<span aria-live="polite">{text.trim() ? understood(sheet) : EXPECTED}</span>}
        error={isLeft ? whyLeft(sheet) : undefined}
      >
        <Textarea
          rows={4}
          autoFocus
          className="font-mono text-sm"
          value={text}
          onChange={(event) => onChange(event.target.value)}
        />
      </FormField>
      <div className="flex justify-end">
        <Button size="sm" variant="primary" disabled={count === 0} onClick={onAdd}>
          Add {count > 0 ? counted(count, 'question') : 'questions'}
        </Button>
      </div>
    </div>
  )
}

const EXPECTED = 'Two columns, question and answer, copied from a spreadsheet or as CSV.'

function understood({ pairs, incomplete: { length: lacking } }: SheetPairs): string {
  return `${counted(pairs.length, 'question')} found${lacking ? `, ${counted(lacking, 'row')} without both` : ''}.`
}

function whyLeft({ pairs, incomplete: { length: lacking } }: SheetPairs): string {
  if (lacking === 0)
    return `A source holds ${limits.questionsPerSource.toLocaleString()} questions, and ${counted(pairs.length, 'row')} more than fit: take them out and add them as another source`
  return `${lacking === 1 ? '1 row lacks its question or its answer' : `${counted(lacking, 'row')} lack their question or their answer`}: complete what is missing, or take it out`
}
