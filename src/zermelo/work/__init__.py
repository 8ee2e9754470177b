"""Units of work, done anywhere, in any order, at least once; what is done is in a ledger.

A unit is a key, the name of a function of Zermelo's, and its arguments as plain data. Whoever does
it (`Crew`) may lose it: then it is done again. The ledger takes a result whole or not at all, and
the first one counts.

    for done in work_off(units, ledger, Processes(2)):
        ...

`processes` has a crew on this machine, `on_ray` one on many; `here` is a crew of one, in this
process.
"""

from zermelo.work.here import Here, crew_of
from zermelo.work.processes import Processes
from zermelo.work.units import Crew, Done, Ledger, Lost, Noted, Unit, work_off

__all__ = ["Crew", "Done", "Here", "Ledger", "Lost", "Noted", "Processes", "Unit", "crew_of",
           "work_off"]
