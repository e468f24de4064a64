/** The AI owes an answer. */
export function TypingIndicator() {
  return (
    <li className="mt-3 flex w-fit items-center gap-1 rounded-lg border border-ai-line bg-ai-soft px-3 py-3">
      <span className="sr-only">The agent is writing</span>
      {[0, 1, 2].map((dot) => (
        <span
          key={dot}
          aria-hidden
          className="size-1.5 animate-pulse rounded-full bg-ai"
          style={{ animationDelay: `${dot * 150}ms` }}
        />
      ))}
    </li>
  )
}
