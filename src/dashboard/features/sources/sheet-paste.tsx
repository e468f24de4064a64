import { FormField } from '#dashboard/components/form-field.tsx'
import { counted } from '#dashboard/lib/sizes.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { Textarea } from '#dashboard/ui/textarea.tsx'
import { readPairs, type SheetPairs } from './spreadsheet.ts'

interface SheetPasteProps {
  text: string
  onChange: (text: string) => void
  onAdd: (sheet: SheetPairs) => void
}

/** Takes copied cells or CSV, and says what was understood before anything is added. */
export function SheetPaste({ text, onChange, onAdd }: SheetPasteProps) {
  const sheet = readPairs(text)
  const { pairs, incomplete } = sheet
  const understood = text.trim()
    ? `${counted(pairs.length, 'question')} found${incomplete ? `, ${counted(incomplete, 'row')} without both left out` : ''}.`
    : 'Two columns, question and answer, copied from a spreadsheet or as CSV.'
  return (
    <div className="flex flex-col gap-2 rounded border border-line bg-canvas p-3">
      <FormField label="Cells" hint={<span aria-live="polite">{understood}</span>}>
        {(field) => (
          <Textarea
            {...field}
            rows={4}
            autoFocus
            className="font-mono text-sm"
            value={text}
            onChange={(event) => onChange(event.target.value)}
          />
        )}
      </FormField>
      <div className="flex justify-end">
        <Button size="sm" variant="primary" disabled={pairs.length === 0} onClick={() => onAdd(sheet)}>
          Add {pairs.length > 0 ? counted(pairs.length, 'question') : 'questions'}
        </Button>
      </div>
    </div>
  )
}
