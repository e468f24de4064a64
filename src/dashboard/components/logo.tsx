/** The product's logo: two hands on one baton, one for the AI and one for people. */
export function Logo({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden className={className} fill="none" strokeLinecap="round" strokeWidth={7}>
      <path className="stroke-ai" d="M7 25 15 17" />
      <path className="stroke-human" d="M17.5 14.5 25 7" />
    </svg>
  )
}
