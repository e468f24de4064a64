import CircleAlert from 'lucide-react/icons/circle-alert'
import { api } from '#dashboard/api/api.ts'
import { tellError } from '#dashboard/components/tell-error.ts'
import { usePermissions } from '#dashboard/lib/permissions.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { RelativeTime } from '#dashboard/ui/relative-time.tsx'
import { toast } from '#dashboard/ui/toast.tsx'
import { type Account, providers } from './account-words.ts'

interface AccountProblemProps {
  account: Account
  error: NonNullable<Account['error']>
  onChange: () => void
}

const ways: Partial<Record<NonNullable<Account['error']>['code'], string>> = {
  key_refused: 'Enter another key',
  no_permission: 'Enter another key',
  secret_unreadable: 'Enter the key again',
  model_not_found: 'Choose other models',
  host_not_found: 'Change the address',
  address_forbidden: 'Change the address',
  not_compatible: 'Change the account',
}

/** What keeps an account from being used, the way out of it, and a button that looks whether it still does. */
export function AccountProblem({ account: { id, name, provider }, error, onChange }: AccountProblemProps) {
  const { may } = usePermissions()
  const test = api.testModelAccount.useMutation({
    onSuccess: ({ ok, message }) => {
      if (ok) toast.success(`${name} answers again`)
      else toast.error(message ?? `${name} still does not answer`)
    },
    onError: (failure) => tellError(failure, 'It was not tried'),
  })
  const way = ways[error.code]
  const { bills } = providers[provider]
  return (
    <div className="mt-1 flex gap-2 text-danger">
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="flex min-w-0 flex-col items-start gap-2">
        <p className="min-w-0 break-words">
          {error.message} <span className="text-muted">The built-in model answers until then. </span>
          <span className="whitespace-nowrap text-muted">
            Since <RelativeTime value={error.since} />
          </span>
        </p>
        {may('testModelAccount') && (
          <div className="flex flex-wrap gap-2">
            {way && (
              <Button size="sm" onClick={onChange}>
                {way} <span className="sr-only">for {name}</span>
              </Button>
            )}
            {error.code === 'quota_exhausted' && bills && (
              <a
                href={bills}
                target="_blank"
                rel="noreferrer"
                className="self-center text-ink underline underline-offset-2 hover:no-underline"
              >
                See the bills
              </a>
            )}
            <Button size="sm" pending={test.isPending} onClick={() => test.mutate({ body: { id } })}>
              Try again <span className="sr-only">{name}</span>
            </Button>
          </div>
        )}
      </div>
    </div>
  )
}
