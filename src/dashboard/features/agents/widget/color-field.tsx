import type { UseFormRegisterReturn } from 'react-hook-form'
import { contrastOn, readableOn } from '#contract/contrast.ts'
import { FormField } from '#dashboard/components/form-field.tsx'
import { cn } from '#dashboard/lib/cn.ts'
import { controlClass, Input } from '#dashboard/ui/input.tsx'

const swatches = [
  ['#2563eb', 'Blue'],
  ['#7c3aed', 'Violet'],
  ['#be185d', 'Pink'],
  ['#dc2626', 'Red'],
  ['#c2410c', 'Orange'],
  ['#facc15', 'Yellow'],
  ['#15803d', 'Green'],
  ['#0f766e', 'Teal'],
  ['#171717', 'Black'],
] as const

const EASY = 7 // to 1: enhanced contrast by WCAG

interface ColorFieldProps {
  /** What connects the text field, which holds the colour as `#rrggbb`, to its form. */
  register: UseFormRegisterReturn
  /** The colour that the chat shows, always a valid one. */
  shown: string
  error: string | undefined
  onPick: (color: string) => void
}

/** The chat's colour: typed, picked or one of some, and how well the chat's text can be read on it. */
export function ColorField({ register, shown, error, onPick }: ColorFieldProps) {
  const chosen = shown.toLowerCase()
  return (
    <FormField label="Accent colour" error={error} hint={<Contrast color={chosen} />}>
      {(field) => (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <input
            type="color"
            aria-label="Pick a colour"
            value={chosen}
            onChange={({ target }) => onPick(target.value)}
            className={cn(controlClass, 'h-control w-11 cursor-pointer p-1')}
          />
          <Input {...field} {...register} spellCheck={false} autoComplete="off" className="w-28 font-mono" />
          <fieldset className="flex flex-wrap gap-1">
            <legend className="sr-only">Suggested colours</legend>
            {swatches.map(([color, name]) => (
              <button
                key={color}
                type="button"
                title={name}
                aria-label={name}
                aria-pressed={color === chosen}
                onClick={() => onPick(color)}
                className="flex size-control-sm items-center justify-center rounded-full border-2 border-transparent hover:border-line-strong aria-pressed:border-ink"
              >
                <span className="size-5 rounded-full border border-line-strong" style={{ background: color }} />
              </button>
            ))}
          </fieldset>
        </div>
      )}
    </FormField>
  )
}

function Contrast({ color }: { color: string }) {
  const ink = readableOn(color)
  const ratio = contrastOn(color, ink)
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      <span aria-hidden className="rounded px-1.5 font-medium" style={{ background: color, color: ink }}>
        Aa
      </span>
      <span>
        {ink === '#ffffff' ? 'White' : 'Black'} text stands on it, {ratio.toFixed(1)} to 1:{' '}
        {ratio >= EASY ? 'easy to read' : 'readable'}.
      </span>
    </span>
  )
}
