#pragma once

#include <QObject>
#include <QWidget>

#include "widgets/gantt/time_view.h"
#include "widgets/picture/exported_gantts.h"

#include <functional>

namespace bubblescope {

class Results;
struct GanttLook;
struct Settings;

/// Pictures to keep of what is compared now, in the look of the window.
class PictureCommands : public QObject {
    Q_OBJECT

public:
    /// `look` is that of the page; it outlives this.
    PictureCommands(Results& results, Settings& settings, const GanttLook& look, QWidget* window);

    /// `seen` adds what is on screen beside a document and its look: how far it is played, what is pointed out.
    void setSeen(std::function<void(PictureOptions& options)> seen) { m_seen = std::move(seen); }

    // `schedules`: of which the picture is; none: of all.

    /// Opens the dialog that saves the picture in one of the formats, `name` being the file it proposes and `time` what
    /// the window shows.
    void exportPicture(const QString& name, const TimeView& time, const std::vector<int>& schedules = {});
    /// Puts the picture on the clipboard, sharp on any screen.
    void copyImage(const std::vector<int>& schedules = {});

signals:
    void failed(const QString& line);
    void copied(const QString& line);

private:
    PictureOptions options(const std::vector<int>& schedules) const;
    bool hasPicture(const PictureOptions& options);

    Results& m_results;
    Settings& m_settings;
    const GanttLook& m_look;
    QWidget* m_window;
    std::function<void(PictureOptions& options)> m_seen = [](PictureOptions&) {};
};

}  // namespace bubblescope
