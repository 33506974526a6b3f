#pragma once

#include <QObject>
#include <QPointer>

#include "widgets/panels/param_slider.h"

#include <vector>

class QShortcut;

namespace bubblescope {

class CaptionBar;
class Page;

/// What presenting adds to a page: a caption, menus and tooltips in type for a projector, and keys that change one of
/// the page's parameters as its slider would.
class Presenter : public QObject {
    Q_OBJECT
public:
    Presenter(QWidget& window, CaptionBar& caption);

    /// The page on screen.
    void setPage(Page& page);
    void present(bool on);
    /// Scales type to the window's size; call it again after a resize.
    void fit();
    /// Chooses the next or previous parameter.
    void choose(int by);
    /// Moves the chosen parameter one step up or down.
    void step(int by);
    const ParamSlider* chosen() const { return m_chosen; }
    /// What was typed since a parameter was chosen: the start of another one's symbol or name, then "=" and a value.
    const QString& typed() const { return m_typed; }
    /// Drops what was typed, or unchooses the parameter; false if none was chosen.
    bool escape();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void showCaption();
    void showChosen();
    std::vector<ParamSlider*> parameters() const;
    bool takeKey(QKeyEvent& key);
    ParamSlider* found(const QString& typed) const;
    QString valueText(const ParamSlider& slider) const;

    QWidget& m_window;
    CaptionBar& m_caption;
    Page* m_page = nullptr;
    bool m_isPresenting = false;
    QPointer<ParamSlider> m_chosen;
    QString m_typed;
    std::vector<QPointer<const ParamSlider>> m_moved;  // that moved with m_chosen, as MBS follows D
    std::vector<QShortcut*> m_keys, m_steps;
};

}  // namespace bubblescope
