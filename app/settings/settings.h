#pragma once

#include <QByteArray>
#include <QString>
#include <QStringList>

#include "engine/results/quantities.h"
#include "engine/study/study_axes.h"
#include "widgets/gantt/gantt_layout.h"
#include "widgets/kit/theme.h"

#include <optional>

namespace bubblescope {

/// What colours and texts of the Gantts of one page say.
struct GanttLook {
    ColorBy colorBy = ColorBy::Kind;
    CellLabel labels = CellLabel::Microbatch;
    SchemeMarks marks = {};

    friend bool operator==(const GanttLook&, const GanttLook&) = default;
};

/// How Gantts look and count, as menus change it and a file's style may say it.
struct ViewPreferences {
    QString palette;
    GanttLook schedulesLook;
    GanttLook schemesLook{ColorBy::Microbatch, CellLabel::Operation, {.held = true}};
    GanttLook stepsLook{ColorBy::Kind, CellLabel::Stage};
    int firstNumber = 0;  // of microbatches and stages: 0 or 1
    Quantity bubble = Quantity::BubbleRatio;

    friend bool operator==(const ViewPreferences&, const ViewPreferences&) = default;
};
/// The looks of all pages with Gantts.
inline constexpr GanttLook ViewPreferences::*kLooks[] = {&ViewPreferences::schedulesLook, &ViewPreferences::schemesLook,
                                                         &ViewPreferences::stepsLook};

/// What the program remembers about a person's taste, from one day to the next. The scenario is no part of
/// it: that is the session's. The taste itself is the one on screen; while a file's style or a lesson says how things
/// look, `own` has the person's, which alone is saved.
///
/// Errors  a missing or damaged entry is its default
struct Settings : ViewPreferences {
    std::optional<ViewPreferences> own;
    std::optional<ThemeId> theme;       // nothing: as the desktop says
    bool keepRatio = true;              // MBS follows D
    std::string chartAxis{kUsualAxis};  // of liveAxes()
    QString chartMetric, chartMetricOfMicrobatches;
    bool chartAgainstPeak = false;
    bool showPanels = true;
    bool showLower = true;
    bool showTable = false;
    bool glide = true;        // ops go to their new places when something changes
    QStringList lessonsSeen;  // "NAME=0,1,4": which steps of a lesson were on screen
    QStringList recentFiles;  // newest first, at most kMaxRecentFiles
    QByteArray geometry;
    QByteArray splitter, schemesSplitter, collectivesSplitter, stepsSplitter;
    QString exportFolder;
    QString exportFormat = QStringLiteral("png");
    QString exportExperimentFormat = QStringLiteral("png");
    QString exportWidth = QStringLiteral("1200px");
    double exportScale = 2;
    bool exportLegend = true;

    /// From now on the taste on screen is not the person's own.
    void borrow();
    /// It is again.
    void giveBack();
    /// Changes the person's own taste, and so the one on screen too.
    template <class F>
    void change(F&& set) {
        set(static_cast<ViewPreferences&>(*this));
        if (own) set(*own);
    }

    static constexpr int kMaxRecentFiles = 10;
    void addRecentFile(const QString& path);

    void addSeenStep(const QString& lesson, int step);
    QList<int> seenSteps(const QString& lesson) const;

    static Settings load();
    void save() const;
};

}  // namespace bubblescope
