import CircleCheck from 'lucide-react/icons/circle-check'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { type FormEvent, useState } from 'react'
import { FormField } from '#dashboard/components/form-field.tsx'
import { cn } from '#dashboard/lib/cn.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { Input } from '#dashboard/ui/input.tsx'
import { Textarea } from '#dashboard/ui/textarea.tsx'
import { type Finding, findMistake } from './find-mistake.ts'
import { mistakes } from './mistakes.ts'

const EMPTY = { body: '', headers: '', secret: '', others: '', clock: '' }
const plain = { autoComplete: 'off', spellCheck: false, className: 'font-mono text-sm' } as const

/** Says why a webhook that was received does not verify. What is pasted stays in the page, and is sent nowhere. */
export function WebhookLab() {
  const [pasted, setPasted] = useState(EMPTY)
  const [finding, setFinding] = useState<Finding>()
  const bind = (name: keyof typeof EMPTY) => ({
    value: pasted[name],
    onChange: ({ target }: { target: { value: string } }) => {
      setPasted((now) => ({ ...now, [name]: target.value }))
      setFinding(undefined)
    },
  })
  const examine = async (event: FormEvent) => {
    event.preventDefault()
    const clock = pasted.clock === '' ? undefined : Date.parse(pasted.clock)
    setFinding(await findMistake({ ...pasted, clock }))
  }
  return (
    <form onSubmit={(event) => void examine(event)} className="flex flex-col gap-4">
      <p className="max-w-2xl text-pretty text-ink-soft">
        Paste a webhook as your program received it. It is examined in this browser, and nothing of it is sent or kept.
      </p>
      <div className="grid gap-4 lg:grid-cols-2">
        <FormField label="Body">
          <Textarea {...plain} {...bind('body')} rows={6} required />
        </FormField>
        <FormField label="Headers" hint="One a line: name, colon, value.">
          <Textarea {...plain} {...bind('headers')} rows={6} required />
        </FormField>
        <FormField label="Secret">
          <Input {...plain} {...bind('secret')} placeholder="whsec_…" required />
        </FormField>
        <FormField label="Receiver’s clock" hint="When it came, by the clock of the machine that received it." optional>
          <Input {...bind('clock')} type="datetime-local" step={1} />
        </FormField>
        <FormField label="Other secrets" hint="Of your other endpoints, one a line." optional className="lg:col-span-2">
          <Textarea {...plain} {...bind('others')} rows={2} />
        </FormField>
      </div>
      <Button type="submit" variant="primary" className="self-start max-sm:self-stretch">
        Find the mistake
      </Button>
      <div role="status">{finding && <Found {...finding} />}</div>
    </form>
  )
}

function Found({ mistake, detail }: Finding) {
  const { title, remedy } = mistakes[mistake]
  const Icon = mistake === 'none' ? CircleCheck : TriangleAlert
  return (
    <div className="flex gap-3 rounded border border-line bg-canvas px-4 py-3">
      <Icon aria-hidden className={cn('mt-0.5 size-4 shrink-0', mistake === 'none' ? 'text-success' : 'text-danger')} />
      <div className="min-w-0">
        <p className="font-medium">{title}</p>
        {detail && <p className="break-words text-ink-soft">{detail}</p>}
        <p className="text-pretty text-muted">{remedy}</p>
      </div>
    </div>
  )
}
