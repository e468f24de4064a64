import { Link } from '@tanstack/react-router'
import CircleAlert from 'lucide-react/icons/circle-alert'
import type { Data } from '#contract/index.ts'
import { api } from '#dashboard/api/api.ts'

/** Says on an agent's screens that the account of its model can't be used. */
export function ModelTrouble({ model }: Pick<Data<'getAgent'>, 'model'>) {
  const accounts = api.listModelAccounts.useQuery()
  const account = accounts.data?.find(({ models }) => models.some(({ id }) => id === model.id))
  if (!account?.error) return null
  return (
    <p role="status" className="flex gap-2 rounded border border-danger-line bg-danger-soft px-3 py-2 text-danger">
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0 break-words">
        {account.error.message} Until then the built-in model answers in place of {model.name}.{' '}
        <Link to="/settings/models" className="underline underline-offset-2 hover:no-underline">
          See the account
        </Link>
      </span>
    </p>
  )
}
