/**
 * Before the first paint: day or night, as chosen here before or as the system has it. Style sheets look at
 * `data-scheme` of the root element, which is always "day" or "night".
 */
{
  const system = matchMedia('(prefers-color-scheme: dark)');
  const apply = () => {
    let chosen = null;
    try {
      chosen = localStorage.getItem('kahuna.scheme');
    } catch {
      /* no storage: as the system has it */
    }
    document.documentElement.dataset.scheme = chosen ?? (system.matches ? 'night' : 'day');
  };
  system.addEventListener('change', apply);
  addEventListener('storage', apply); // another tab chose
  apply();
}
