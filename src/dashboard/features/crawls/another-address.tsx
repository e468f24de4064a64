import { Link } from '@tanstack/react-router'
import { buttonVariants } from '#dashboard/ui/button.tsx'

export interface AnotherAddressProps {
  /** The address that failed, to be corrected. */
  url: string
  /** Id of the agent for which the crawl was started. */
  agent: string | undefined
}

/** A link back to the first step, with the failed address filled in. */
export function AnotherAddress({ url, agent }: AnotherAddressProps) {
  return (
    <Link to="/crawls" search={{ agent, url }} className={buttonVariants({ variant: 'primary' })}>
      Try another address
    </Link>
  )
}
