# The folder of a project is on the path of what lies in it.
from app.views import view
# ^ import server/app/views.py


def test_view():
# ^ function test_view
    assert view() == 1
# ^ call server/app/views.py#view -> test_view
