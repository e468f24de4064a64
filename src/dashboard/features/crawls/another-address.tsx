import { Link } from '@tanstack/react-router'
import { buttonVariants } from '#dashboard/ui/button.tsx'

export interface AnotherAddressProps {
  /** The one that led nowhere, to be mended. */
  url: string
  /** Id of the agent the pages were for. */
  agent: string | undefined
}

/** Back to the first step, with the address one came from. */
export function AnotherAddress({ url, agent }: AnotherAddressProps) {
  return (
    <Link to="/crawls" search={{ agent, url }} className={buttonVariants({ variant: 'primary' })}>
      Try another address
    </Link>
  )
}
