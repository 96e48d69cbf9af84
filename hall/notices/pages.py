"""Where people turn notices on and end them, and where the director sees whether they go out."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib import messages
from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from hall.notices import actions as news_actions
from hall.notices import subscriptions, webpush
from hall.notices.forms import BrowserForm, MailForm, TestMailForm, WantsForm
from hall.notices.testing import send_test_mail
from hall.notices.words import no_mail_server
from tournaments import reachable
from tournaments.access import Actor, Need, tournament_for
from tournaments.http import seen_state
from tournaments.limits import OPENING
from tournaments.models import News, PersonalLink, Subscription
from tournaments.people.reads.links import link_of_key
from tournaments.reads.site import has_mail_server
from tournaments.views.page import Attempt, actor_of, cleaned, hall_time, posted, show, status_of

# --- The holder of a personal link -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Turned:
    """One way in which they are told, with the form of what they want."""

    row: Subscription
    form: WantsForm

    @property
    def ticked(self) -> list[str]:
        return [what for what in News.values if self.row.wants(what)]

    @property
    def is_mail(self) -> bool:
        return self.row.channel == Subscription.Channel.MAIL


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def own_news(request: HttpRequest, key: str) -> HttpResponse:
    """What the holder of this link is told of, and how; a POST asks for mails. `templates/includes/follows.html` asks whether that has
    changed.

    What opens nothing is left to the entrant's own page, which says so and counts it.
    """
    link = _link(key)
    if link is None:
        if seen_state(request):
            # A page that was open is loaded anew, and so comes to the own page too.
            return HttpResponse(status=410, headers={"HX-Refresh": "true"})
        return redirect("me:own", key)
    if request.method != "POST":
        state = subscriptions.state(link)
        if seen_state(request) == state:
            return HttpResponse(status=204)
        return _own_page(request, key, link, state=state)
    form = MailForm(request.POST)
    with Attempt(form):
        given = cleaned(form)
        site, only_here = reachable.site_for_others(request)
        if only_here:
            raise only_here
        news_actions.ask_for_mails(link=link, **given, site=site, read=form.read, actor=Actor.of_entry(link.entry))
        messages.success(request, _("A mail is on its way. Press the button on the page that it names."))
        return redirect("news:own", key)
    return _own_page(request, key, link, mail_form=form)


@require_POST
@never_cache
def tell_browser(request: HttpRequest, key: str) -> HttpResponse:
    """Tell the browser whose script sends this."""
    link = _link(key)
    if link is None:
        return redirect("me:own", key)
    form = BrowserForm(request.POST)
    with Attempt(form):
        news_actions.tell_browser(link=link, **cleaned(form), site=_site(request), actor=Actor.of_entry(link.entry))
        messages.success(request, _("This browser tells you from now on."))
        return redirect("news:own", key)
    return _own_page(request, key, link, browser_form=form)


@require_POST
@never_cache
def choose(request: HttpRequest, key: str, number: int) -> HttpResponse:
    """Change what one address or browser is told of."""
    link = _link(key)
    if link is None:
        return redirect("me:own", key)
    one = _theirs(link, number)
    form = WantsForm(request.POST, prefix=f"s{number}")
    with Attempt(form):
        wants = cleaned(form)["wants"]
        news_actions.choose_news(subscription=one, wants=wants, read=form.read, actor=Actor.of_entry(link.entry))
        messages.success(request, _("Saved."))
        return redirect("news:own", key)
    return _own_page(request, key, link, wants_form=(number, form))


@require_POST
@never_cache
def end(request: HttpRequest, key: str, number: int) -> HttpResponse:
    """Tell one address or browser nothing more."""
    link = _link(key)
    if link is None:
        return redirect("me:own", key)
    news_actions.end_news(subscription=_theirs(link, number), actor=Actor.of_entry(link.entry))
    messages.success(request, _("Ended. Nothing of it is kept."))
    return redirect("news:own", key)


def _link(key: str) -> PersonalLink | None:
    link = link_of_key(key)
    return link if link is not None and link.revoked_at is None else None


def _theirs(link: PersonalLink, number: int) -> Subscription:
    one = link.subscriptions.select_related("link__entry__event").filter(pk=number).first()
    if one is None:
        raise Http404(_("This is ended already."))
    return one


def _site(request: HttpRequest) -> str:
    """Where this browser reached the site: what it is told leads it there again."""
    return request.build_absolute_uri("/").rstrip("/")


def _own_page(
    request: HttpRequest,
    key: str,
    link: PersonalLink,
    *,
    state: str = "",
    mail_form: MailForm | None = None,
    browser_form: BrowserForm | None = None,
    wants_form: tuple[int, WantsForm] | None = None,
) -> HttpResponse:
    event = link.entry.event
    changed = dict([wants_form] if wants_form else [])
    turned = [Turned(one, changed.get(one.pk) or WantsForm.of(one)) for one in subscriptions.subscriptions_of(link)]
    context = {
        "t": event.tournament,
        "event": event,
        "entry": link.entry,
        "key": key,
        "turned": turned,
        "mail_form": mail_form or MailForm(),
        "browser_form": browser_form or BrowserForm(),
        "has_address": any(one.is_mail for one in turned),
        "no_mail": "" if has_mail_server() else no_mail_server(),
        "site_key": webpush.public_text(webpush.site_key()),
        "follows": state,
    }
    if seen_state(request):
        # What was to be said once is said on the page to which somebody was sent, not to one that looks for news.
        context["messages"] = ()
    with hall_time(event):
        status = status_of(mail_form, browser_form, *changed.values())
        return render(request, "hall/notices/own.html", context, status=status)


@require_safe
@never_cache
def worker(request: HttpRequest) -> HttpResponse:
    """The script that shows what a browser is told while no page is open. It is for no page of the site."""
    address = staticfiles_storage.url("js/news-worker.js")
    return HttpResponse(f'importScripts("{address}");\n', content_type="text/javascript; charset=utf-8")


# --- The links of a mail ---------------------------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def answer(request: HttpRequest, key: str) -> HttpResponse:
    """Where a mail's links lead: asks whether mails are wanted, and ends them with one press. Nobody needs to sign in, and a
    program that only opens the links of a mail answers nothing."""
    one = subscriptions.subscription_of(key)
    if one is None:
        return _ended(request)
    if request.method == "POST" and request.POST.get("answer") == "yes":
        news_actions.confirm_mails(subscription=one, actor=Actor.of_entry(one.link.entry))
        messages.success(request, _("You are told by e-mail from now on."))
        return redirect("news:answer", key)
    return render(request, "hall/notices/answer.html", {"one": one, "key": key, "t": one.link.entry.event.tournament})


@csrf_exempt  # A mail program sends it, with one press and without a page; the key in the address is what counts.
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def stop(request: HttpRequest, key: str) -> HttpResponse:
    """End these mails. Whoever opens the address in a browser gets the page with the button."""
    if request.method != "POST":
        return redirect("news:answer", key)
    one = subscriptions.subscription_of(key)
    if one is not None:
        news_actions.end_news(subscription=one, actor=Actor.of_entry(one.link.entry))
    return _ended(request, status=200)


def _ended(request: HttpRequest, *, status: int = 404) -> HttpResponse:
    if status != 200:
        OPENING.refuse_or_count(request)
    return render(request, "hall/notices/ended.html", status=status)


# --- The director ----------------------------------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
def desk(request: HttpRequest, tournament: str) -> HttpResponse:
    """Whether mail works, how many want what, and what could not be sent; a POST sends a test mail."""
    found, rights = tournament_for(request.user, tournament, Need.DIRECT)
    form, tested = TestMailForm(posted(request), initial={"address": getattr(request.user, "email", "")}), None
    with Attempt(form) as tried:
        tested = send_test_mail(request, found, cleaned(form)["address"], actor_of(request))
    context = {
        "current": "announcements",
        "status": subscriptions.status(found),
        "no_mail": no_mail_server(),
        "form": form,
        "tested": tested,
        "refused": tried.refused,
    }
    return show(request, "hall/notices/desk.html", found, rights, context, status=status_of(form))
