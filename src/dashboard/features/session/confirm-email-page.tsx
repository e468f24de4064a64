import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '#dashboard/api/api.ts'
import { isApiError } from '#dashboard/api/api-error.ts'
import { sessionOptions } from '#dashboard/api/session.ts'
import { ErrorNotice } from '#dashboard/components/error-state.tsx'
import { Button, buttonVariants } from '#dashboard/ui/button.tsx'
import { Entrance } from './entrance.tsx'
import { Told } from './told.tsx'

/** Confirms only after a click, as programs that scan mail open its links too. `token` follows `#` in the link. */
export function ConfirmEmailPage({ token }: { token: string }) {
  const client = useQueryClient()
  const confirm = api.confirmEmail.useMutation({
    onSuccess: () => client.removeQueries({ queryKey: sessionOptions.queryKey }), // the session has another address now
  })
  const onward = (
    <Link to="/" className={buttonVariants({ variant: 'primary', size: 'lg' })}>
      Go on
    </Link>
  )
  return (
    <Entrance title="Confirm your address" description="From then on you sign in with it.">
      {confirm.isSuccess ? (
        <Told title="Your address has been changed" action={onward}>
          The old one has been told, and all other sessions have ended.
        </Told>
      ) : !token || isApiError(confirm.error, 'resource_not_found') ? (
        <Told title="This link works no more" action={onward}>
          It was used already, a newer one has replaced it, or it is more than a day old. The address can be changed
          again in the settings, under Profile.
        </Told>
      ) : isApiError(confirm.error, 'validation_failed') ? (
        <Told title="This address is in use" action={onward}>
          Another account has it by now. Yours keeps the address it had.
        </Told>
      ) : (
        <div className="flex flex-col gap-4">
          {confirm.error && <ErrorNotice error={confirm.error} />}
          <Button
            variant="primary"
            size="lg"
            autoFocus
            pending={confirm.isPending}
            onClick={() => confirm.mutate({ body: { token } })}
          >
            Confirm this address
          </Button>
        </div>
      )}
    </Entrance>
  )
}
