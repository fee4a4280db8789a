"""The classroom: assignments without a server, whose questions differ per student and are marked by the models.

    assignment (a teacher's file) ──▶ public part ──▶ paper: what one student is asked ──▶ submission (a file)
          └────────────────────────────── marking: the models, asked again ◀──────────────────────┘

A teacher's file holds everything. Its public part, which students get, has no solutions. Everything that differs per
student follows from the assignment's key and the student's id, so the marker poses the same questions again and
believes nothing that a submission says about itself.
"""
