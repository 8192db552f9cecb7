/** The tools that a service connects, as stations of one line. */
export function Tools({ tools, label }: { tools: string[]; label: string }) {
  return (
    <section class="tools" aria-labelledby="toolsHeading">
      <h2 id="toolsHeading">{label}</h2>
      <ol>
        {tools.map((tool) => (
          <li key={tool}>
            <bdi>{tool}</bdi>
          </li>
        ))}
      </ol>
    </section>
  )
}
