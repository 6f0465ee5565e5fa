"""The tour for the first start: what to look at in each step, and the lines that are typed for it."""

from dnam.chat.simulated_world import YOU

Step = tuple[str, tuple[str, ...]]

STEPS: tuple[Step, ...] = (
    (
        "Ann says something in a public channel. What people state plainly becomes a fact.",
        ("/as Ann", "/in #general --guild tour", "I prefer Rust over Go for systems work"),
    ),
    (
        "In her direct message she tells the assistant something that is not for everyone.",
        ("/dm", "!memory remember I am looking for a new job"),
    ),
    (
        "Bob asks in another channel. This is the exact prompt a model would get: Ann's preference is in it, "
        "because everyone there could have read it. Her job hunt is not.",
        ("/as Bob", "/in #dev --guild tour", "/context should Ann write the tool in Rust or Go?"),
    ),
    (
        "In her own direct message both are there, each with where it comes from, and she can change them: "
        "`!memory forget 1`, `edit 1 …`, `undo`, `erase`.",
        ("/as Ann", "/dm", "!memory show all"),
    ),
    (
        "That is all: a memory is shown only where everyone present could have heard it. You are "
        f"{YOU} again. `/help` lists what the chat can do, `/tour` begins anew.",
        (f"/as {YOU}", "/in #general --guild home"),
    ),
)
