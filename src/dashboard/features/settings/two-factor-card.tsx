import { useState } from 'react'
import { api } from '#dashboard/api/api.ts'
import { Card } from '#dashboard/components/card.tsx'
import { ErrorNotice } from '#dashboard/components/error-state.tsx'
import { late } from '#dashboard/lib/late.tsx'
import { Badge } from '#dashboard/ui/badge.tsx'
import { Button } from '#dashboard/ui/button.tsx'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'

const TwoFactorDialog = late(() => import('./two-factor-dialog.tsx'), 'TwoFactorDialog')
const EndTwoFactorDialog = late(() => import('./end-two-factor-dialog.tsx'), 'EndTwoFactorDialog')

const FEW_CODES = 3

export function TwoFactorCard() {
  const state = api.getTwoFactor.useQuery()
  const [open, setOpen] = useState<'begin' | 'end'>()
  const close = () => setOpen(undefined)
  const isOn = state.data?.is_on ?? false
  return (
    <Card
      title="Two-factor authentication"
      description="Signing in also takes a code that an authenticator on your phone shows."
      actions={isOn && <Badge tone="success">On</Badge>}
      footer={
        state.data && (
          <>
            {isOn && <Button onClick={() => setOpen('end')}>Turn off</Button>}
            <Button onClick={() => setOpen('begin')}>{isOn ? 'Set up anew' : 'Turn on'}</Button>
          </>
        )
      }
    >
      {state.error && <ErrorNotice error={state.error} onRetry={() => void state.refetch()} />}
      {state.isPending && <Skeleton className="h-5 w-64" />}
      {state.data && <p className="text-pretty">{describe(state.data)}</p>}
      {open === 'begin' && <TwoFactorDialog onClose={close} />}
      {open === 'end' && <EndTwoFactorDialog onClose={close} />}
    </Card>
  )
}

function describe({ is_on, recovery_codes_left: left }: { is_on: boolean; recovery_codes_left: number }): string {
  if (!is_on) return 'It is off: your password alone signs in.'
  const codes = left === 1 ? '1 recovery code is left.' : `${left} recovery codes are left.`
  return left <= FEW_CODES ? `${codes} Setting it up anew gives you ten.` : codes
}
