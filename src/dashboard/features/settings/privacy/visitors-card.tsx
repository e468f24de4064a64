import { type FormEvent, useState } from 'react'
import { api } from '#dashboard/api/api.ts'
import { Card } from '#dashboard/components/card.tsx'
import { ErrorNotice } from '#dashboard/components/error-state.tsx'
import { late } from '#dashboard/lib/late.tsx'
import { Button } from '#dashboard/ui/button.tsx'
import { Input } from '#dashboard/ui/input.tsx'
import { Select } from '#dashboard/ui/select.tsx'

// Loaded on demand, as nobody sees results before they have searched.
const FoundVisitors = late(() => import('./found-visitors.tsx'), 'FoundVisitors')

const kinds = { email: 'E-mail', chat_user_id: 'Visitor id' }
type Kind = keyof typeof kinds

export function VisitorsCard() {
  const [kind, setKind] = useState<Kind>('email')
  const find = api.findVisitors.useMutation()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const words = String(new FormData(event.currentTarget).get('words')).trim()
    if (words !== '' && !find.isPending) find.mutate({ body: { [kind]: words } })
  }
  return (
    <Card title="Visitors" description="Anybody can claim an address, verified visitors too: only their id is certain.">
      <form onSubmit={submit} className="flex flex-wrap gap-2">
        <Select
          aria-label="Find by"
          className="w-32"
          value={kind}
          onChange={(event) => setKind(event.target.value as Kind)}
        >
          {Object.entries(kinds).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
        <Input
          key={kind}
          name="words"
          aria-label={kinds[kind]}
          placeholder={kind === 'email' ? 'ada@example.com' : 'customer-4711'}
          autoComplete="off"
          spellCheck={false}
          required
          className="min-w-40 flex-1"
        />
        <Button type="submit" pending={find.isPending} className="max-sm:w-full">
          Find
        </Button>
      </form>
      <div className="mt-4 flex flex-col gap-4 empty:hidden">
        {find.error && <ErrorNotice error={find.error} />}
        {find.data && <FoundVisitors key={find.submittedAt} visitors={find.data} onErased={find.reset} />}
      </div>
    </Card>
  )
}
