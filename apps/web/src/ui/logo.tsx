/** Two threads that cross. */
export const Logo = () => (
  <svg width="20" height="20" viewBox="0 0 20 20" fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" aria-hidden>
    <path d="M2 6c5 0 4 8 8 8s3-8 8-8" />
    <path d="M2 14c2 0 3-1.300 3.600-2.700M18 14c-2 0-3-1.300-3.600-2.700M8.300 7c.5-.6 1-1 1.700-1s1.200.4 1.700 1" opacity=".55" />
  </svg>
);
