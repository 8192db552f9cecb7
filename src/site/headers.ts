/** Headers of every page: they restrict sharing with other origins. */
export const pageHeaders = {
  // Custom pages may open popups, such as that of a payment provider.
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'referrer-policy': 'strict-origin-when-cross-origin'
}

/** Headers of the built-in pages, which need no browser features and load only their own files (Content Security Policy, level 3). */
export const builtInHeaders = {
  ...pageHeaders,
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'content-security-policy': [
    "default-src 'none'",
    ...['script-src', 'style-src', 'img-src', 'font-src', 'connect-src', 'manifest-src'].map(
      (name) => `${name} 'self'`
    ),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'"
  ].join('; ')
}
