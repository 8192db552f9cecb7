const escapeHtml = (text: string) => text.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`)

/** Returns a page that lists the problems of the files. */
export const renderProblems = (problems: string[]): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Problems in the files</title>
<style>
  body { font: 1rem/1.5 system-ui, sans-serif; max-width: 50rem; margin: 3rem auto; padding: 0 1rem; }
  li { margin: 1rem 0; padding: .75rem 1rem; border-left: .25rem solid #b3261e; background: #fdf0ef; color: #1c1b1f;
    font-family: ui-monospace, monospace; overflow-wrap: anywhere; list-style: none; }
  ul { padding: 0; }
</style>
<h1>Problems in the files</h1>
<p>Correct them and save: this page then shows the site. Visitors of the running site do not see your edit.</p>
<ul>
${problems.map((problem) => `<li dir="auto">${escapeHtml(problem)}</li>`).join('\n')}
</ul>
`
